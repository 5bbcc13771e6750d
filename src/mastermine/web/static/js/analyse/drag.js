// Draws with a finger: a field is also painted where it is dragged over.

/**
 * Calls `paint` for each further cell under a finger that draws.
 * @param {Field} field
 * @param {(cell: Cell) => void} paint
 */
export function drag(field, paint) {
  /** @type {{id: number, last: number} | null} */
  let finger = null;
  /** @param {Element | null} target */
  const index = (target) => /** @type {{index?: number} | null} */ (target?.closest(".mm-cell") ?? null)?.index ?? null;
  field.addEventListener("pointerdown", (event) => {
    const at = event.target instanceof Element ? index(event.target) : null;
    const one = event.pointerType === "touch" && event.isPrimary && at !== null;
    finger = one ? { id: event.pointerId, last: at } : null;
    if (one && event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
  });
  field.addEventListener("pointermove", (event) => {
    if (event.pointerId !== finger?.id) return;
    const at = index(document.elementFromPoint(event.clientX, event.clientY));
    if (at === null || at === finger.last) return;
    paint(field.cell(finger.last));
    paint(field.cell(at));
    finger.last = at;
  });
  const end = () => {
    finger = null;
  };
  field.addEventListener("pointerup", end);
  field.addEventListener("pointercancel", end);
}
