// The Learn page: a list of lessons, one open lesson, and stored progress.

import { addressedLesson, lessonAddress } from "../addresses.js";
import { el, fill, find } from "../element.js";
import { page, read, save, say, tell } from "../page.js";
import { router } from "../router.js";
import { _ } from "../text.js";
import { groups } from "./lessons.js";

page({ title: _("Learn"), current: "learn" });

const all = groups().flatMap(({ lessons }) => lessons);
const learned = new Set(read("learned", []));
const place = el("article", { id: "lesson", class: "lesson", "aria-labelledby": "lesson-title" });
const progress = el("p", { class: "muted small number", id: "progress" });
const links = new Map();
let requested = null; // The lesson that was requested last.
const contents = el(
  "details",
  { class: "contents" },
  el("summary", { text: _("All lessons") }),
  el("nav", { "aria-label": _("Lessons") }, groups().map(group)),
  progress,
  el("button", {
    type: "button",
    class: "button small",
    id: "forget",
    text: _("Reset progress"),
    on: { click: forget },
  }),
);
const wide = matchMedia("(width >= 60rem)");
const fit = () => (contents.open = wide.matches || !addressedLesson());
wide.addEventListener("change", fit);
fit();

find(document, "main").replaceChildren(el("div", { class: "learn" }, contents, place));
router("/learn", () => show(true));
mark();
await show(false);

/** @param {{title: string, lessons: Lesson[]}} given */
function group({ title, lessons }) {
  return el(
    "section",
    {},
    el("h2", { text: title }),
    el(
      "ol",
      {},
      lessons.map((lesson) => {
        const link = el(
          "a",
          { href: lessonAddress(lesson.id), dataset: { lesson: lesson.id } },
          el("span", { text: lesson.title }),
        );
        links.set(lesson.id, link);
        return el("li", {}, link);
      }),
    ),
  );
}

/** @param {boolean} moved */
async function show(moved) {
  const name = addressedLesson();
  const named = all.findIndex(({ id }) => id === name);
  const at = Math.max(0, name ? named : all.findIndex(({ id }) => !learned.has(id)));
  const lesson = all[at];
  if (named < 0 && name) tell(_("There is no lesson with this name; this is the first one."));
  if (name && location.pathname !== lessonAddress(lesson.id)) history.replaceState(null, "", lessonAddress(lesson.id));
  document.title = `${lesson.title} – Mastermine`;
  for (const [id, link] of links) {
    if (id === lesson.id) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  scrollToLink(links.get(lesson.id));
  requested = lesson;
  let content;
  try {
    content = await lesson.content(() => done(lesson.id));
  } catch (error) {
    tell(error.message, "bad");
    return;
  }
  if (requested !== lesson) return; // Another lesson was chosen meanwhile.
  const next = all[at + 1];
  const heading = el("h1", { id: "lesson-title", tabIndex: -1, text: lesson.title });
  fill(
    place,
    el("p", { class: "muted small", text: _("Lesson {n} of {all}", { n: at + 1, all: all.length }) }),
    heading,
    ...content,
    el(
      "div",
      { class: "ways" },
      at > 0 && el("a", { class: "button", href: lessonAddress(all[at - 1].id), text: _("Back") }),
      next
        ? el("a", {
            class: "button primary",
            id: "next",
            href: lessonAddress(next.id),
            on: { click: () => done(lesson.id) },
            text: _("Next: {title}", { title: next.title }),
          })
        : el("a", { class: "button primary", href: "/", on: { click: () => done(lesson.id) }, text: _("Play a game") }),
    ),
  );
  place.dataset.lesson = lesson.id;
  if (!moved) return;
  if (!wide.matches) contents.open = false;
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

/**
 * Scrolls the list to a link, without scrolling the page.
 * @param {Element} link
 */
function scrollToLink(link) {
  const [list, item] = [contents.getBoundingClientRect(), link.getBoundingClientRect()];
  if (item.bottom > list.bottom) contents.scrollTop += item.bottom - list.bottom + 80;
  if (item.top < list.top) contents.scrollTop -= list.top - item.top + 80;
}

/** @param {string} id */
function done(id) {
  for (const other of read("learned", [])) learned.add(other); // Of another window.
  learned.add(id);
  save("learned", [...learned]);
  mark();
}

function forget() {
  learned.clear();
  save("learned", []);
  mark();
  find(contents, "summary").focus();
  say(_("Reset the progress."));
}

function mark() {
  for (const [id, link] of links) {
    link.classList.toggle("done", learned.has(id));
    for (const extra of [...link.childNodes].slice(1)) extra.remove();
    if (learned.has(id)) link.append(" ", el("span", { class: "visually-hidden", text: _("(learned)") }));
  }
  const n = all.filter(({ id }) => learned.has(id)).length;
  progress.textContent = _("{n} of {all} learned", { n, all: all.length });
  find(contents, "#forget").hidden = n === 0;
}
