// A second of joy after a win.

const PIECES = 36;
const COLOURS = ["#d62728", "#ffd21f", "#2ca02c", "#2f6fde", "#9b5de5", "#f08a00"];

/** Lets confetti fall, unless a person prefers less motion. */
export function celebrate() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (let n = 0; n < PIECES; n++) {
    const piece = document.createElement("span");
    piece.className = "confetti";
    piece.style.setProperty("--paint", COLOURS[n % COLOURS.length]);
    piece.style.setProperty("left", `${100 * Math.random()}vw`);
    document.body.append(piece);
    const turn = `rotate(${720 * (Math.random() - 0.5)}deg)`;
    const falling = piece.animate(
      [{ transform: "translateY(-2rem)" }, { transform: `translateY(105vh) ${turn}`, opacity: 0.6 }],
      { duration: 900 + 700 * Math.random(), delay: 200 * Math.random(), easing: "ease-in", fill: "both" },
    );
    falling.finished.finally(() => piece.remove());
  }
}
