// As much of a browser as modules look for when they are imported. Import it before them.

class Store extends Map {
  getItem(name) {
    return this.get(name) ?? null;
  }

  setItem(name, value) {
    this.set(name, String(value));
  }

  removeItem(name) {
    this.delete(name);
  }
}

const globals = {
  document: { documentElement: { lang: "en" } },
  navigator: { languages: ["en"] },
  HTMLElement: class {},
  customElements: new Map(),
  localStorage: new Store(),
  sessionStorage: new Store(),
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
customElements.define = customElements.set;
