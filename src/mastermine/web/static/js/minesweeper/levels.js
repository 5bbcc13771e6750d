// What a field is called.

import { levelName } from "../setup/levels.js";
import { _ } from "../text.js";

/**
 * What a field of a level is called, whatever the first click does.
 * @param {{level: string | null}} given
 */
export function called({ level }) {
  return level ? levelName(level.replace(/(-(open|any|noguess))+$/, "")) : _("Own field");
}
