/* Dragging pegs with the mouse, a finger or a pen; and what a long press or a right click means. */

const FAR = 7; // So many pixels make a drag of a press.
const LONG = 500; // So many milliseconds make a long press.

/**
 * @typedef {{picked: Picked | null, x: number, y: number, id: number, ghost: HTMLElement | null, held?: boolean,
 *   timer?: ReturnType<typeof setTimeout>}} Press
 */

/**
 * Watch presses inside `root`.
 *
 * `pick(target)` is what can be dragged from there, `{digit, from, node}`, or null. `over(place)` is
 * told the hole under the pointer, `drop(picked, place)` where it was let go (null: beside the board);
 * `hold(target)` is a right click or a long press. `holeAt(target)` is the place of a hole, or null.
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
    if (event instanceof PointerEvent && event.pointerType === "touch") return; // The long press was told already.
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
 * A picture of a peg that follows the pointer.
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
 * The click that follows a drag or a long press, within so many milliseconds, means nothing.
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
