// Marks the form field that the server refused.

/** @type {Record<string, string>} */
const FIELDS = { players: ".player input", colours: "[name=names]" };

/**
 * Marks and focuses the field of an error; without an error, removes the mark.
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
