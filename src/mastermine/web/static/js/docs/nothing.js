// The page for addresses at which there is nothing.

import { page } from "../page.js";
import { _ } from "../text.js";

page({ title: _("Nothing here"), current: null });
const main = document.getElementById("main");
main.querySelector("h1").textContent = _("There is nothing here");
main.querySelector("a").textContent = _("To the start page");
