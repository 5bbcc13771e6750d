// Small decorative pictures of the games.

import { svg } from "../element.js";

const PEGS = [
  ["1", "#d62b20", "#fff"],
  ["2", "#f2c230", "#14171c"],
  ["3", "#2458c5", "#fff"],
  ["4", "#19713a", "#fff"],
];
const CELLS = ["1", "2", "✱", "#", "1", "✱", "3", "#", "1", "1", "2", "⚑"];

/** Draws four pegs and their answer. */
export function pegs() {
  return svg(
    "svg",
    { class: "art", viewBox: "0 0 184 56", "aria-hidden": "true" },
    PEGS.map(([digit, fill, ink], i) => [
      svg("circle", { cx: 24 + i * 34, cy: 28, r: 14, fill }),
      svg("text", { x: 24 + i * 34, y: 33, fill: ink, class: "digit" }, digit),
    ]),
    svg("rect", { x: 146, y: 10, width: 36, height: 36, rx: 8, class: "plate" }),
    [0, 1, 2, 3].map((i) =>
      svg("circle", {
        cx: 156.5 + (i % 2) * 15,
        cy: 20.5 + Math.floor(i / 2) * 15,
        r: i === 3 ? 2.5 : 5,
        class: ["black", "black", "white", "none"][i],
      }),
    ),
  );
}

/** Draws some cells of a minefield. */
export function minefield() {
  return svg(
    "svg",
    { class: "art", viewBox: "0 0 184 56", "aria-hidden": "true" },
    Array.from({ length: 14 }, (_none, i) => {
      const [x, y] = [10 + (i % 7) * 24, 6 + Math.floor(i / 7) * 24];
      const sign = CELLS[i % CELLS.length];
      const closed = "#⚑".includes(sign);
      return [
        svg("rect", { x, y, width: 21, height: 21, rx: 4, class: closed ? "closed" : "open" }),
        sign !== "#" &&
          svg(
            "text",
            { x: x + 10.5, y: y + 15.5, class: sign === "✱" ? "mine" : sign === "⚑" ? "flag" : `n${sign}` },
            sign,
          ),
      ];
    }),
  );
}
