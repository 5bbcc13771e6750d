// Copies to the clipboard.

import { el } from "./element.js";
import { ask } from "./page.js";
import { _ } from "./text.js";

/**
 * Copies a text; returns false and shows the text if the browser does not allow it.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el("textarea", {
      readOnly: true,
      class: "copied",
      rows: 4,
      "aria-label": _("Copy this"),
      value: text,
    });
    await ask({ title: _("Copy this"), body: field, actions: [{ label: _("Close"), value: true }] });
    return false;
  }
}
