// Creates elements, so that no page builds HTML from text.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an element. `props` may have `class`, `text`, `on` ({event: function}), `dataset` and `style` ({name:
 * value}); other properties of the element are set as such, and the rest (and aria-*) as attributes. Values of null,
 * undefined and, except in aria-*, false are skipped. Children are elements, text and lists of them; null and false
 * are skipped.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props<HTMLElementTagNameMap[T]>} props
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

/**
 * Creates a button; `kind` is an additional class, such as "primary".
 * @param {string} id
 * @param {string} text
 * @param {(event: Event) => unknown} action
 * @param {string | null} kind
 */
export function button(id, text, action, kind = null) {
  return el("button", { type: "button", id, class: ["button", kind], text, on: { click: action } });
}

/**
 * Creates a button with a sign as its text and a label.
 * @param {string} id
 * @param {string} sign
 * @param {string} label
 * @param {() => unknown} action
 */
export function signButton(id, sign, label, action) {
  return el("button", {
    type: "button",
    class: "button",
    id,
    text: sign,
    "aria-label": label,
    title: label,
    on: { click: action },
  });
}

/**
 * Creates an SVG element, like `el`.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props<SVGElementTagNameMap[T]>} props
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, props = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), props, children);
}

/**
 * Replaces the children of an element (children as for `el`).
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

/**
 * Returns a sentence with elements in its {named} placeholders, as children for `el`.
 * @param {string} sentence
 * @param {Record<string, Element>} elements
 */
export function woven(sentence, elements) {
  return sentence.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? (elements[part] ?? `{${part}}`) : part));
}

/**
 * Returns the element of a kind that a selector finds below `root`. Throws if there is none.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {abstract new () => T} kind
 */
export function find(root, selector, kind = /** @type {any} */ (HTMLElement)) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`no ${kind.name} is ${selector}`);
}

/**
 * Returns all elements of a kind that a selector finds below `root`.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {abstract new () => T} kind
 * @returns {T[]}
 */
export function findAll(root, selector, kind = /** @type {any} */ (HTMLElement)) {
  const found = [...root.querySelectorAll(selector)].filter((each) => each instanceof kind);
  return /** @type {T[]} */ (found);
}

/**
 * Defines a custom element, unless it is already defined.
 * @param {string} name
 * @param {CustomElementConstructor} kind
 */
export function define(name, kind) {
  if (!customElements.get(name)) customElements.define(name, kind);
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Props<any>} props
 * @param {Child[]} children
 */
function dress(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) give(element, name, value);
  element.append(...present(children));
  return element;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  const flat = /** @type {any[]} */ (children).flat(Infinity);
  return flat.filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {any} value
 */
function give(element, name, value) {
  const spoken = name.startsWith("aria-");
  if (value === null || value === undefined || (value === false && !spoken)) return;
  if (name === "class") element.setAttribute("class", Array.isArray(value) ? value.filter(Boolean).join(" ") : value);
  else if (name === "text") element.textContent = value;
  else if (name === "on")
    for (const [event, listen] of Object.entries(value)) element.addEventListener(event, /** @type {any} */ (listen));
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "style") for (const [key, it] of Object.entries(value)) element.style.setProperty(key, String(it));
  else if (isProperty(element, name)) Object.assign(element, { [name]: value });
  else element.setAttribute(name, value === true && !spoken ? "" : value);
}

/**
 * Returns false for read-only properties (list, form …), which are set as attributes.
 * @param {Element} element
 * @param {string} name
 */
function isProperty(element, name) {
  if (name.includes("-") || element.namespaceURI === SVG || !(name in element)) return false;
  for (let kind = element; kind; kind = Object.getPrototypeOf(kind)) {
    const found = Object.getOwnPropertyDescriptor(kind, name);
    if (found) return Boolean(found.set || found.writable);
  }
  return false;
}
