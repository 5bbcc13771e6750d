// The laboratory: a form for a new match, the open run, and the stored runs.

import { addressedRun, runAddress } from "../addresses.js";
import { del, get, post } from "../api.js";
import { el, find } from "../element.js";
import { page, sure, tell } from "../page.js";
import { _ } from "../text.js";
import "./form.js";
import "./stored.js";
import "./run.js";
import { constant } from "../version.js";

page({ title: _("Laboratory"), current: "laboratory" });

const form = el("lab-match");
const run = el("lab-run");
const stored = el("lab-stored-runs");
find(document, "#main").append(
  el("h1", { text: _("Laboratory") }),
  el("p", {
    class: "lead",
    text: _(
      "Compare strategies on the same codes or minefields: which one needs fewer guesses or wins more games? Runs are stored, and the same seed gives the same games.",
    ),
  }),
  el("div", { class: "laboratory" }, run, form, stored),
);

addEventListener("begin", async ({ detail }) => {
  form.busy = true;
  try {
    const started = await post("/api/runs", detail);
    await look(started.id);
  } catch (error) {
    form.complain(error.message);
  } finally {
    form.busy = false;
  }
});
addEventListener("open-run", ({ detail }) => look(detail.id));
addEventListener("use-run", ({ detail }) => {
  const { game, rules, strategies, rounds, field, seed } = detail;
  form.fill({ game, rules, strategies, rounds: Math.min(rounds, 100000), every: field === "every", seed });
  form.scrollIntoView();
  find(document, "#preset").focus({ preventScroll: true });
});
addEventListener("delete-run", async ({ detail }) => {
  const question = {
    title: _("Delete run {n}?", { n: detail.id }),
    body: _("Its games and results are deleted, also for the command line."),
    keep: _("Keep"),
    go: _("Delete"),
  };
  if (!(await sure(question))) return;
  try {
    await del(`/api/runs/${detail.id}`);
  } catch (error) {
    if (error.status !== 404) return tell(error.message, "bad");
  }
  if (run.number === detail.id) leave();
  await refresh();
  tell(_("Deleted run {n}.", { n: detail.id }));
  document.getElementById("stored-runs-head")?.scrollIntoView({ block: "nearest" });
});
addEventListener("run-over", () => refresh());
addEventListener("run-started", () => refresh());
addEventListener("popstate", () => openFirst());

/**
 * @param {number} number
 * @param {boolean} moving
 */
async function look(number, moving = true) {
  try {
    await run.open(number);
  } catch (error) {
    tell(error.message, "bad");
    leave();
    await refresh();
    return;
  }
  if (run.number !== number) return; // Another run was requested meanwhile.
  if (moving) {
    if (addressedRun() !== number) history.pushState(null, "", runAddress(number));
    const head = find(document, "#run-head");
    head.focus({ preventScroll: true });
    head.scrollIntoView({ block: "start" });
  }
  await refresh();
}

function leave() {
  run.close();
  if (addressedRun() !== null) history.replaceState(null, "", "/laboratory");
}

async function refresh() {
  try {
    return await stored.refresh(run.number);
  } catch (error) {
    tell(error.message, "bad");
    return [];
  }
}

// Opens the run in the address, or one that is running.
async function openFirst() {
  const number = addressedRun();
  if (number !== null) return look(number, false);
  run.close();
  const playing = (await refresh()).find(({ state }) => state === "playing");
  if (playing) await look(playing.id, false);
}

try {
  form.show(await get(constant("/api/about")));
} catch (error) {
  tell(error.message, "bad");
}
await openFirst();
document.documentElement.dataset.ready = "laboratory";
