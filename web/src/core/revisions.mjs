/** @file Which number a new letter takes: never one that was used (protocol 11, step 3). */

import { require } from "./fault.mjs";
import { LAST_REV, tallyOf } from "./letter_checks.mjs";
import { WINDOW_KINDS } from "./letters.mjs";

/**
 * Return the lowest number above all those that were used.
 *
 * `used` are the numbers of this series that the pin remembers, and of letters that wait or were refused.
 */
export function nextRev(game, seat, kind, used) {
  if (!WINDOW_KINDS.includes(kind)) {
    return Math.max(tallyOf(game, { seat, kind }).next ?? 0, ...used.map((rev) => rev + 1));
  }
  const accepted = (game.state.window.accepted ?? []).filter((answer) => answer.seat === seat);
  const rev = Math.max(-1, ...accepted.map((answer) => answer.rev), ...used) + 1;
  require(rev <= LAST_REV, "E_ORDER_REV", "an order can be replaced at most fifteen times");
  return rev;
}

/** Return the number in the name of a file of an inbox, if the letter is of this seat and series; else null. */
export function revInName(name, series, seat) {
  const stem = `${series}-${seat}-`;
  const rest = name.startsWith(stem) ? name.slice(stem.length).replace(/\.toml$/, "") : "";
  return /^[0-9]{1,9}$/.test(rest) ? Number(rest) : null;
}
