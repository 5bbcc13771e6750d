// The laboratory: a form for a new match, the run that is looked at, and those that are kept.

import { del, get, post } from "../api.js";
import { el, find } from "../element.js";
import { page, sure, tell } from "../page.js";
import { _ } from "../text.js";
import "./form.js";
import "./kept.js";
import "./run.js";

page({ title: _("Laboratory"), current: "laboratory" });

const form = el("lab-match");
const run = el("lab-run");
const kept = el("lab-kept");
find(document, "#main").append(
  el("h1", { text: _("Laboratory") }),
  el("p", {
    class: "lead",
    text: _(
      "Let ways to play meet on the same secrets, and watch who needs fewer guesses, or survives more minefields. What is played is kept, and the same seed gives the same games again.",
    ),
  }),
  el("div", { class: "laboratory" }, run, form, kept),
);

addEventListener("begin", async ({ detail }) => {
  form.busy = true;
  try {
    const begun = await post("/api/runs", detail);
    await look(begun.id);
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
  const asked = {
    title: _("Delete run {n}?", { n: detail.id }),
    body: _("Its games and figures are gone then, also for the command line."),
    keep: _("Keep it"),
    go: _("Delete"),
  };
  if (!(await sure(asked))) return;
  try {
    await del(`/api/runs/${detail.id}`);
  } catch (error) {
    if (error.status !== 404) return tell(error.message, "bad");
  }
  if (run.number === detail.id) leave();
  await refresh();
  tell(_("Run {n} is deleted.", { n: detail.id }));
  document.getElementById("kept-head")?.scrollIntoView({ block: "nearest" });
});
addEventListener("run-over", () => refresh());
addEventListener("run-begun", () => refresh());
addEventListener("popstate", () => begin());

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
  if (run.number !== number) return; // Another one was asked for meanwhile.
  if (moving) {
    if (wanted() !== number) history.pushState(null, "", `?run=${number}`);
    const head = find(document, "#run-head");
    head.focus({ preventScroll: true });
    head.scrollIntoView({ block: "start" });
  }
  await refresh();
}

function leave() {
  run.close();
  if (wanted() !== null) history.replaceState(null, "", location.pathname);
}

async function refresh() {
  try {
    return await kept.refresh(run.number);
  } catch (error) {
    tell(error.message, "bad");
    return [];
  }
}

// The run that the address names.
function wanted() {
  const number = Number(new URLSearchParams(location.search).get("run"));
  return Number.isInteger(number) && number > 0 ? number : null;
}

// What the address names, or what is being played.
async function begin() {
  const number = wanted();
  if (number !== null) return look(number, false);
  run.close();
  const playing = (await refresh()).find(({ state }) => state === "playing");
  if (playing) await look(playing.id, false);
}

try {
  form.show(await get("/api/about"));
} catch (error) {
  tell(error.message, "bad");
}
await begin();
document.documentElement.dataset.ready = "laboratory";
