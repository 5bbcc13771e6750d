// Menus: a button that opens a list of actions above or below it.

import { el } from "./element.js";
import { style } from "./style.js";

const GAP = 6; // Pixels between the button and its list.

/**
 * Connects a button with a list of actions, whose contents are made whenever it opens. An action closes the list before
 * it runs, so that the action decides where the focus goes; elements inside `.stays` leave it open.
 * @param {HTMLButtonElement} button
 * @param {string} label
 * @param {() => Child[]} contents
 */
export function menu(button, label, contents) {
  style("menu");
  const list = el("div", { popover: "auto", class: "menu", role: "group", "aria-label": label });
  list.addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "open") return;
    list.replaceChildren(.../** @type {Node[]} */ (contents().flat().filter(Boolean)));
    place(list, button.getBoundingClientRect());
  });
  const close = (/** @type {Event} */ { target }) => {
    const chosen = target instanceof Element && target.closest("a, button");
    if (chosen && !chosen.closest(".stays")) list.hidePopover();
  };
  list.addEventListener("click", close, { capture: true });
  button.popoverTargetElement = list;
  return list;
}

/**
 * Creates an action of a menu; `key` is its key, as text.
 * @param {string} id
 * @param {string} text
 * @param {(event: MouseEvent) => unknown} action
 * @param {Props & {key?: string}} props
 */
export function item(id, text, action, { key, ...props } = {}) {
  return el(
    "button",
    { type: "button", id, class: "item", "aria-keyshortcuts": key, on: { click: action }, ...props },
    el("span", { text }),
    key && el("kbd", { text: key, "aria-hidden": "true" }),
  );
}

/**
 * Places a list beside the button that opens it, where there is more room.
 * @param {HTMLElement} list
 * @param {DOMRect} at
 */
function place(list, at) {
  const above = at.top > innerHeight - at.bottom;
  const end = at.left + at.right > innerWidth;
  const room = above ? at.top : innerHeight - at.bottom;
  Object.assign(list.style, {
    inset: "auto",
    [above ? "bottom" : "top"]: `${above ? innerHeight - at.top + GAP : at.bottom + GAP}px`,
    [end ? "right" : "left"]: `${Math.max(GAP, end ? document.documentElement.clientWidth - at.right : at.left)}px`,
    maxHeight: `${room - 2 * GAP}px`,
  });
}
