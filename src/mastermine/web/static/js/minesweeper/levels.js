// Names of boards.

import { bare, levelName } from "../setup/levels.js";
import { _ } from "../text.js";

/**
 * Returns the name of a level without its options.
 * @param {{level: string | null}} given
 */
export function boardName({ level }) {
  return level ? levelName(bare(level)) : _("Custom board");
}
