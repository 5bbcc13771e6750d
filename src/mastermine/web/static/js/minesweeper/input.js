// Turns mouse, touch and keys into Field.act("open" | "flag" | "chord", cell).

import { keyOf } from "../keyboard.js";

const SLACK = 10; // Pixels that a finger may move during a press.

/**
 * Listens until `signal` aborts, so that a removed board can be garbage-collected.
 * @param {Field} field
 * @param {AbortSignal} signal
 */
export function listen(field, signal) {
  mouse(field, signal);
  touch(field, signal);
  keys(field, signal);
  /** @param {Event} event */
  const menu = (event) => {
    if (at(event) !== null) event.preventDefault();
  };
  field.addEventListener("contextmenu", menu, { signal });
}

/**
 * Returns the index of the cell under an event, or null.
 * @param {Event} event
 */
function at(event) {
  const cell = event.target instanceof Element ? event.target.closest(".mm-cell") : null;
  return /** @type {{index?: number} | null} */ (cell)?.index ?? null;
}

/**
 * @param {Field} field
 * @param {AbortSignal} signal
 */
function mouse(field, signal) {
  /**
   * @param {EventTarget} target
   * @param {string} name
   * @param {(event: any) => void} handle
   */
  const on = (target, name, handle) => target.addEventListener(name, handle, { signal });
  /** @type {string | null} */
  let held = null; // "open" | "chord" | "paint" while a button is down.
  let byTouch = 0; // Browsers send mouse events after a touch.

  /** @param {number | null} i */
  const look = (i) => {
    if (i === null) return field.press([]);
    const number = /[1-8]/.test(field.sign(i));
    const around = held === "chord" || number;
    field.press(around ? [i, ...field.neighbours(i)] : [i]);
  };
  const stop = () => {
    held = null;
    field.press([]);
  };

  on(field, "pointerdown", (event) => {
    if (event.pointerType !== "mouse") byTouch = event.timeStamp;
  });
  on(field, "mousedown", (event) => {
    const i = at(event);
    if (i === null || (byTouch && event.timeStamp - byTouch < 1000)) return;
    event.preventDefault();
    field.visit(i);
    if (field.paint) {
      held = "paint";
      return field.painted(i, null, event.button);
    }
    if (field.readonly) return;
    if (event.button === 1 || (event.buttons & 3) === 3) held = "chord";
    else if (event.button === 2) return field.act("flag", i);
    else if (event.button === 0) held = "open";
    else return;
    look(i);
  });
  on(field, "mouseover", (event) => {
    if (!held) return;
    if (!event.buttons) return stop();
    const i = at(event);
    if (held === "paint") {
      if (i === null) return;
      field.visit(i);
      field.painted(i, null, event.buttons & 2 ? 2 : 0);
    } else look(i);
  });
  on(field, "mouseleave", () => held && field.press([]));
  on(window, "mouseup", (event) => {
    if (!held) return;
    const verb = held;
    const i = field.contains(event.target) ? at(event) : null;
    if (verb === "paint" || (verb === "open" && event.button !== 0)) {
      if (!event.buttons) stop();
      return;
    }
    stop();
    if (i !== null) field.act(verb, i);
  });
  on(window, "blur", () => held && stop());
}

/**
 * @param {Field} field
 * @param {AbortSignal} signal
 */
function touch(field, signal) {
  /**
   * @param {EventTarget} target
   * @param {string} name
   * @param {(event: any) => void} handle
   */
  const on = (target, name, handle, how = {}) => target.addEventListener(name, handle, { ...how, signal });
  /** @type {{id: number, i: number, x: number, y: number, timer?: ReturnType<typeof setTimeout>} | null} */
  let finger = null;

  const end = () => {
    clearTimeout(finger?.timer);
    finger = null;
    field.press([]);
  };

  on(field, "pointerdown", (event) => {
    const i = at(event);
    if (event.pointerType === "mouse" || i === null) return;
    if (finger) return end(); // A second finger is a pinch.
    finger = { id: event.pointerId, i, x: event.clientX, y: event.clientY };
    if (field.paint || field.readonly) return;
    field.press([i]);
    finger.timer = setTimeout(() => {
      end();
      field.visit(i, false);
      field.act("flag", i);
    }, field.long);
  });
  on(window, "pointermove", (event) => {
    if (!finger || event.pointerId !== finger.id) return;
    if (Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > SLACK) end();
  });
  on(window, "pointercancel", (event) => event.pointerId === finger?.id && end());
  on(window, "pointerup", (event) => {
    if (!finger || event.pointerId !== finger.id) return;
    const { i } = finger;
    end();
    field.visit(i, false);
    if (field.paint) field.painted(i);
    else field.act("open", i);
  });
  on(window, "scroll", () => finger && end(), { capture: true, passive: true });
}

/**
 * @param {Field} field
 * @param {AbortSignal} signal
 */
function keys(field, signal) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (at(event) === null || event.altKey || event.metaKey) return;
    const i = field.active;
    const { width, height } = field;
    const x = i % width;
    const top = event.ctrlKey ? 0 : i - x;
    const page = Math.max(1, Math.floor(height / 2));
    const to = {
      ArrowLeft: x > 0 ? i - 1 : i,
      ArrowRight: x < width - 1 ? i + 1 : i,
      ArrowUp: i >= width ? i - width : i,
      ArrowDown: i < width * (height - 1) ? i + width : i,
      Home: top,
      End: event.ctrlKey ? width * height - 1 : i - x + width - 1,
      PageUp: Math.max(x, i - page * width),
      PageDown: Math.min(width * (height - 1) + x, i + page * width),
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      field.visit(to);
      field.show(field.cell(to));
      return;
    }
    if (event.ctrlKey) return;
    if (field.paint && /^[0-8#.f?*]$/i.test(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      return field.painted(i, event.key.toUpperCase().replace(".", "#"));
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (event.repeat) return;
      if (field.paint) field.painted(i);
      else field.act("open", i);
    } else if (keyOf(event).toLowerCase() === "f" && !field.paint) {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) field.act("flag", i);
    }
  };
  field.addEventListener("keydown", press, { signal });
}
