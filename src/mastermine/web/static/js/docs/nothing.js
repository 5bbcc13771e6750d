// The page for addresses at which there is nothing.

import { find } from "../element.js";
import { page } from "../page.js";
import { _ } from "../text.js";

page({ title: _("Nothing here"), current: null });
find(document, "#main h1").textContent = _("There is nothing here");
find(document, "#main a").textContent = _("To the start page");
