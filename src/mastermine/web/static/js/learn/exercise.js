// A box with something to do, and what is said about it.

import { el } from "../element.js";
import { say } from "../page.js";
import { _ } from "../text.js";

/**
 * The box. `judge(good, text)` shows and says what became of it; good is true, false or null (neither).
 * @param {string} task
 * @param {Child[]} content
 */
export function exercise(task, ...content) {
  const verdict = el("p", { class: "verdict", hidden: true });
  const element = el(
    "section",
    { class: "card exercise", "aria-labelledby": "exercise" },
    el("h2", { id: "exercise", text: _("Your turn") }),
    el("p", { text: task }),
    content,
    verdict,
  );
  return {
    element,
    /**
     * @param {boolean | null} good
     * @param {string} text
     */
    judge(good, text) {
      verdict.hidden = false;
      verdict.className = good === null ? "verdict" : good ? "verdict good" : "verdict bad";
      verdict.textContent = good ? `✓ ${text}` : text;
      say(text);
    },
  };
}

/**
 * A box to try something out.
 * @param {string} title
 * @param {Child[]} content
 */
export function trial(title, ...content) {
  return el("section", { class: "card trial", "aria-label": title }, content);
}
