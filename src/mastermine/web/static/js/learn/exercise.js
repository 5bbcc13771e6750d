// Exercises and trials in the lessons.

import { el } from "../element.js";
import { say } from "../page.js";
import { _ } from "../text.js";

/**
 * Creates an exercise. `judge(good, text)` shows and announces a verdict: true, false or null (neither).
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
    /** Hides the last verdict. */
    clear() {
      verdict.hidden = true;
    },
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
 * Creates a box for trying something out.
 * @param {string} title
 * @param {Child[]} content
 */
export function trial(title, ...content) {
  return el("section", { class: "card trial", "aria-label": title }, content);
}
