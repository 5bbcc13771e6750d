// Cells as large as fit into the window.

const LEAST = 22; // Pixels; a wider board is moved by hand.
const LOW = 24; // Pixels; a higher board may need more than the window.
const ROOM = 42; // Pixels of ruler, padding and border beside the cells.
const OTHERS = 320; // Pixels of the page above and below the board.

/**
 * Fits the cells of a field into its box whenever that changes; returns a function that does it at once.
 * @param {Field} field
 */
export function fitted(field) {
  const fit = () => {
    const room = field.parentElement?.clientWidth;
    if (!room || !field.width) return;
    const across = (room - ROOM) / field.width;
    const down = Math.max(LOW, (innerHeight - OTHERS) / field.height);
    const most = Math.max(46, 0.026 * innerWidth);
    const size = `${Math.floor(Math.max(LEAST, Math.min(across, down, most)))}px`;
    if (field.style.getPropertyValue("--cell") !== size) field.style.setProperty("--cell", size);
  };
  if (field.parentElement) new ResizeObserver(fit).observe(field.parentElement);
  return fit;
}
