// Numbers for people: the size of a field, a time.

import { _ } from "../text.js";

/** Such as "30 × 16, 99 mines" of the rules of a field. */
export function size(rules) {
  const [, width, height, mines, options] = /(\d+)x(\d+)x(\d+)(.*)/.exec(rules);
  const parts = [_("{width} × {height}, {mines} mines", { width, height, mines })];
  if (options.includes("-open")) parts.push(_("the first click opens an area"));
  if (options.includes("-any")) parts.push(_("the first click may hit a mine"));
  if (options.includes("-noguess")) parts.push(_("no guess needed"));
  return parts.join(", ");
}

/** Seconds as 1:05. */
export function time(seconds) {
  const whole = Math.floor(seconds);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A chance in percent, with a decimal, and never 0 or 100 unless it is certain. */
export function exact(chance) {
  if (chance === 0 || chance === 1) return String(100 * chance);
  const tenths = Math.min(999, Math.max(1, Math.round(1000 * chance)));
  return (tenths / 10).toFixed(1);
}
