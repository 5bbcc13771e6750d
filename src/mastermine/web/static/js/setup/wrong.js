// The field of a form that the server refused.

/** @type {Record<string, string>} */
const FIELDS = { players: ".player input", colours: "[name=names]" };

/**
 * Mark the field that an error of the server is about, and put the cursor there; without an error nothing is marked.
 * @param {HTMLElement} form
 * @param {{field?: string | null}} [error]
 */
export function markWrong(form, error) {
  for (const each of form.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
  if (!error?.field) return;
  const name = error.field.replace("rules.", "");
  const field = form.querySelector(FIELDS[error.field] ?? `#${name}, [name=${name}]`);
  if (!(field instanceof HTMLElement) || field.closest("[hidden]")) return;
  field.setAttribute("aria-invalid", "true");
  field.focus();
}
