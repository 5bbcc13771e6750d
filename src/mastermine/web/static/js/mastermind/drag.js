/* Dragging pegs by mouse, finger or pen; long press and right click. */

const FAR = 7; // A longer movement (pixels) is a drag.
const LONG = 500; // Duration of a long press in ms.

/**
 * @typedef {{picked: Picked | null, x: number, y: number, id: number, ghost: HTMLElement | null, held?: boolean,
 *   timer?: ReturnType<typeof setTimeout>}} Press
 */

/**
 * Handles presses inside `root`.
 *
 * `pick(target)` returns what can be dragged, `{digit, from, node}`, or null; `holeAt(target)` the place of a hole, or
 * null. `over(place)` is called with the hole under the pointer, `drop(picked, place)` at the end of a drag (null: off
 * the board), `hold(target)` for a right click or long press.
 * @param {HTMLElement} root
 * @param {DragActions} given
 */
export function dragging(root, { pick, over, drop, hold, holeAt }) {
  /** @type {Press | null} */
  let press = null;

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || press) return;
    const target = /** @type {Element} */ (event.target);
    const picked = pick(target);
    press = { picked, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
    if (event.pointerType !== "mouse") {
      press.timer = setTimeout(() => {
        if (press && !press.ghost) press.held = hold(target);
      }, LONG);
    }
  });

  root.ownerDocument.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id || !press.picked) return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
      clearTimeout(press.timer);
      press.ghost = lift(press.picked.node);
    }
    press.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    over(placeUnder(event));
  });

  root.ownerDocument.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { picked, ghost, held } = press;
    end();
    if (ghost || held) swallow(root, event.pointerType === "mouse" ? 0 : 50);
    if (!ghost) return;
    if (picked) drop(picked, placeUnder(event));
  });

  root.ownerDocument.addEventListener("pointercancel", (event) => {
    if (press && event.pointerId === press.id) end();
  });

  root.ownerDocument.addEventListener("keydown", (event) => {
    if (press?.ghost && event.key === "Escape") end();
  });

  root.addEventListener("contextmenu", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!holeAtOrPeg(target)) return;
    event.preventDefault();
    if (event instanceof PointerEvent && event.pointerType === "touch") return; // Already handled as a long press.
    if (press) return;
    hold(target);
  });

  root.addEventListener("dragstart", (event) => event.preventDefault());

  /** @param {Element} target */
  function holeAtOrPeg(target) {
    return holeAt(target) !== null || pick(target) !== null;
  }

  /** @param {PointerEvent} event */
  function placeUnder(event) {
    const target = root.ownerDocument.elementFromPoint(event.clientX, event.clientY);
    return target ? holeAt(target) : null;
  }

  function end() {
    clearTimeout(press?.timer);
    press?.ghost?.remove();
    press = null;
    over(null);
  }
}

/**
 * Creates a copy of a peg that follows the pointer.
 * @param {HTMLElement} node
 */
function lift(node) {
  const ghost = /** @type {HTMLElement} */ (node.cloneNode(true));
  const { width } = node.getBoundingClientRect();
  ghost.classList.add("ghost");
  ghost.style.setProperty("--size", `${width}px`);
  node.ownerDocument.body.append(ghost);
  return ghost;
}

/**
 * Ignores the click that follows a drag or a long press within `within` ms.
 * @param {HTMLElement} root
 * @param {number} within
 */
function swallow(root, within) {
  /** @param {Event} event */
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  root.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => root.removeEventListener("click", stop, { capture: true }), within);
}
