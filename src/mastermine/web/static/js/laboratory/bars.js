// Bar charts that grow during a run; the table beside them has the same figures.

import { el, svg } from "../element.js";
import { decimal, percent, whole } from "../numbers.js";
import { _, pgettext } from "../text.js";
import { estimated } from "./numbers.js";

const MOST_BARS = 20;
const HEIGHT = 100;

/**
 * Draws the results so far: guesses per game, or games won.
 * @param {RunView} run
 */
export function bars(run) {
  if (!run.played) return null;
  return run.perilous ? won(run) : guesses(run);
}

/**
 * Draws a histogram for each strategy on the same axes, with a separate bar for lost games.
 * @param {RunView} run
 */
function guesses(run) {
  const last = Math.max(1, ...run.standings.map((score) => score.worst ?? 0));
  const step = Math.ceil(last / MOST_BARS);
  const count = Math.ceil(last / step);
  const lost = run.standings.some((score) => score.losses > 0);
  const each = run.standings.map((score) => {
    const heights = new Array(count).fill(0);
    for (const [n, games] of Object.entries(score.histogram)) heights[Math.floor((Number(n) - 1) / step)] += games;
    if (lost) heights.push(score.losses);
    return { score, shares: heights.map((games) => games / Math.max(1, score.games)) };
  });
  const top = Math.max(0.01, ...each.flatMap(({ shares }) => shares));
  const labels = Array.from({ length: count }, (_none, index) =>
    step === 1 ? String(index + 1) : `${index * step + 1}–${(index + 1) * step}`,
  );
  if (lost) labels.push(pgettext("games", "lost"));
  return el(
    "div",
    { class: "histograms", id: "bars" },
    each.map(({ score, shares }) =>
      el(
        "figure",
        { class: "histogram" },
        el(
          "figcaption",
          {},
          el("strong", { text: score.strategy }),
          ` ${estimated(score.average, score.standard_error, score.exact)}`,
        ),
        histogram(shares, top, lost, description(score)),
        el(
          "div",
          { class: "axis", "aria-hidden": "true" },
          labels.map((text, index) => el("span", { text: visible(labels, index) ? text : "" })),
        ),
      ),
    ),
  );
}

/**
 * @param {number[]} shares
 * @param {number} top
 * @param {boolean} lost
 * @param {string} label
 */
function histogram(shares, top, lost, label) {
  const width = 10;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width * shares.length} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
    },
    shares.map((share, index) => {
      const height = share > 0 ? Math.max(1, (share / top) * HEIGHT) : 0;
      const kind = lost && index === shares.length - 1 ? "bar lost-bar" : "bar";
      return svg("rect", { class: kind, x: index * width + 0.8, y: HEIGHT - height, width: width - 1.6, height });
    }),
  );
}

/**
 * Returns true if a label is shown; with many bars, some are skipped.
 * @param {string[]} labels
 * @param {number} index
 */
function visible(labels, index) {
  const apart = Math.ceil((labels.length * Math.max(...labels.map((text) => text.length))) / 26);
  return index % apart === 0 || index === labels.length - 1;
}

/** @param {Score} score */
function description(score) {
  const figures = {
    name: score.strategy,
    wins: whole(score.wins),
    losses: whole(score.losses),
    average: decimal(score.average),
  };
  return _("{name}: {wins} won, {losses} lost, {average} guesses on average", figures);
}

/**
 * Draws a bar for each strategy, with its 95 % interval as a line.
 * @param {RunView} run
 */
function won(run) {
  return el(
    "div",
    { class: "rates", id: "bars" },
    run.standings.map((score) => {
      const rate = score.win_rate ?? 0;
      const [low, high] = score.win_rate_interval ?? [rate, rate];
      return el(
        "div",
        { class: "rate" },
        el("span", { class: "name", text: score.strategy }),
        svg(
          "svg",
          {
            viewBox: "0 0 1000 20",
            preserveAspectRatio: "none",
            role: "img",
            "aria-label": _("{name}: {percent} won, between {low} and {high} with 95 % confidence", {
              name: score.strategy,
              percent: percent(rate),
              low: decimal(100 * low, 1),
              high: decimal(100 * high, 1),
            }),
          },
          svg("rect", { class: "ground", x: 0, y: 2, width: 1000, height: 16 }),
          svg("rect", { class: "bar", x: 0, y: 2, width: 1000 * rate, height: 16 }),
          svg("rect", { class: "interval", x: 1000 * low, y: 8, width: Math.max(2, 1000 * (high - low)), height: 4 }),
        ),
        el("span", { class: "number", "aria-hidden": "true", text: percent(rate) }),
      );
    }),
    el("p", { class: "muted small", text: _("Games won; the thin line is the 95 % interval.") }),
  );
}
