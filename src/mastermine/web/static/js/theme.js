// Sets the theme before the page is drawn, so that it never flashes. Not a module: modules run too late.
(() => {
  const root = document.documentElement;
  const more = matchMedia("(prefers-contrast: more)");
  /** @param {string} name */
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`mastermine.${name}`) ?? "null");
    } catch {
      return null; // No storage: the default.
    }
  };
  const apply = () => {
    const theme = read("theme") || "system";
    root.dataset.theme = theme;
    root.dataset.symbols = read("symbols") || "auto";
    root.dataset.contrast = theme === "contrast" || (theme === "system" && more.matches) ? "more" : "normal";
  };
  apply();
  more.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("mastermine:theme", apply);
  addEventListener("mastermine:settings", apply);
})();
