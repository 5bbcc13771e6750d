// The page for unknown addresses.

import { find } from "../element.js";
import { page } from "../page.js";
import { _ } from "../text.js";

page({ title: _("Page not found"), current: null });
find(document, "#main h1").textContent = _("Page not found");
find(document, "#main a").textContent = _("Go to the start page");
