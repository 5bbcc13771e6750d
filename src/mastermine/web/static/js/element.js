// Elements are made here, so that no page builds HTML out of text.

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new element. In `props`: `class`, `text`, `on` ({event: function}), `dataset` and `style` ({name: value}); what
 * else the element knows as a property is set as one, the rest (and aria-*) as attributes. A value of null, undefined
 * or (but in aria-*) false leaves it out. Children are elements, text and lists of them; null and false are skipped.
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
 * A button that does something; `kind` is a class beside "button", such as "primary".
 * @param {string} id
 * @param {string} text
 * @param {(event: Event) => unknown} action
 * @param {string | null} kind
 */
export function button(id, text, action, kind = null) {
  return el("button", { type: "button", id, class: ["button", kind], text, on: { click: action } });
}

/**
 * The same with a sign as its text, and what it does in words.
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
 * The same as `el` for an element of SVG.
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
 * Puts these children (as for `el`) in the place of those that an element has.
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...wanted(children));
}

/**
 * A sentence with elements at its {named} places, as children for `el`: each part of it stays in its order.
 * @param {string} sentence
 * @param {Record<string, Element>} elements
 */
export function woven(sentence, elements) {
  return sentence.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? (elements[part] ?? `{${part}}`) : part));
}

/**
 * The element of a kind that a selector finds below another one. Throws where there is none.
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
 * All elements of a kind that a selector finds below another one.
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
 * Gives a class to a tag of its own, once.
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
  element.append(...wanted(children));
  return element;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function wanted(children) {
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
 * Properties that are only read (list, form, width of an SVG…) are attributes to us.
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
