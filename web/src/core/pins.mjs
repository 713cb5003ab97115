/** @file Pins: what a key remembers of a game, so that it notices a rollback and never signs twice (protocol 11). */

import { ident } from "./canonical.mjs";
import { rosterId } from "./draws.mjs";
import { Fault, require } from "./fault.mjs";
import { headId, headSigner } from "./game_file.mjs";
import { letterId } from "./letters.mjs";
import { seriesOf } from "./order_files.mjs";

const MAX_SENT = 64;
const OLDER = "your key has seen step {step} of this game, but this file is older: step {older}";
const DIFFERENT = "step {step} of this game was different when your key saw it";
const TOO_OLD = "step {step}, the last one your key saw, is too old to be in this file";
const SECOND_ROSTER = "your key agreed to play with other players or other keys in this game";
const USED = "your key has already signed rev {rev} for this question";

/** Return the pin of a game that a key sees for the first time. */
function firstPin(game) {
  return { format: 2, game: game.state.game, sent: [] };
}

/**
 * Return a pin moved on to the step of this game; refuse a game that does not follow it.
 *
 * `entries` are steps of the log, needed if more happened than the game file remembers. In an open game heads are not
 * signed, and the pin remembers only what was sent.
 */
export function followGame(pin, game, entries = [], now = "") {
  const before = pin ?? firstPin(game);
  require(before.game === game.state.game, "E_STATE_GAME", "this pin belongs to another game");
  if (game.genesis.trust === "open") return before;
  if (before.head) checkFollows(before.head, game, entries);
  const started = before.started || ["play", "over"].includes(game.state.window.kind);
  if (before.head && ident("head", before.head) === headId(game)) return { ...before, started };
  const { head, head_sig: sig } = game.last;
  return { ...before, head, sig, referee: headSigner(game), seen: now, started };
}

function checkFollows(head, game, entries) {
  const { state } = game;
  const values = { step: head.seq, older: state.seq };
  require(state.seq >= head.seq, "E_ROLLBACK", OLDER, values);
  const known = headAt(game, head.seq, entries);
  require(known, "E_FILE_MISSING", TOO_OLD, values);
  require(known === ident("head", head), "E_FORK", DIFFERENT, values);
}

/** Return the id of the game's head at a step, as far as the file and the steps that lead to it say; else null. */
function headAt(game, seq, entries) {
  const { state } = game;
  const recent = state.recent ?? [];
  if (seq === state.seq) return headId(game);
  if (state.seq - seq <= recent.length) return recent.at(seq - state.seq);
  return headInChain(game, seq, entries.length ? entries : (game.tail ?? []));
}

/** Follow `prev` from the last head backwards: only what is chained to it counts. */
function headInChain(game, seq, entries) {
  const byId = new Map(entries.map(({ head }) => [ident("head", head), head]));
  let id = game.last.head.prev;
  for (let head = byId.get(id); head; head = byId.get(id)) {
    if (head.seq === seq) return id;
    id = head.prev;
  }
  return null;
}

/** Return the numbers that a key has used in a series of a seat. */
export function usedRevs(pin, seat, series) {
  return (pin?.sent ?? []).filter((one) => one.seat === seat && one.series === series).map((one) => one.rev);
}

/** Return the newest letter of a series that a key has signed, if any. */
export function newestSent(pin, seat, series) {
  const all = (pin?.sent ?? []).filter((one) => one.seat === seat && one.series === series);
  return all.reduce((best, one) => (best && best.rev > one.rev ? best : one), null);
}

/** Return a pin that remembers a letter; refuse one whose number is not above all that were used for its series. */
export function rememberLetter(pin, game, letter, now = "") {
  const series = seriesOf(letter.kind, letter.window);
  const last = newestSent(pin, letter.seat, series);
  const order = letterId(letter);
  if (last?.order === order) return pin;
  require(!last || letter.rev > last.rev, "E_ORDER_REV", USED, { rev: last?.rev });
  const { seat, window, kind, rev } = letter;
  const sent = [...pin.sent, { seat, series, window, kind, rev, order, at: now }];
  return { ...rememberRoster(pin, game, letter), sent: withoutOldest(sent) };
}

/** Return the pin with the roster of a `ready`; a key shows its draw for one roster only. */
function rememberRoster(pin, game, letter) {
  if (letter.kind !== "ready") return pin;
  const roster = rosterId(game.state);
  require(!pin.roster || pin.roster === roster, "E_FORK", SECOND_ROSTER);
  return { ...pin, roster };
}

/** Drop the oldest letters of a long game, but never the newest of a free series, nor those of the last questions. */
function withoutOldest(sent) {
  if (sent.length <= MAX_SENT) return sent;
  const free = (one) => !/^[0-9]+$/.test(one.series);
  const isNewest = (one) =>
    !sent.some((two) => two.series === one.series && two.seat === one.seat && two.rev > one.rev);
  const windows = [...new Set(sent.filter((one) => !free(one)).map((one) => one.window))].sort((a, b) => b - a);
  const oldest = windows[MAX_SENT / 2 - 1] ?? 0;
  return sent.filter((one) => isNewest(one) && (free(one) || one.window >= oldest));
}

/** Return a pin in which a letter has the text that was handed over. */
export function rememberText(pin, order, text) {
  return { ...pin, sent: pin.sent.map((one) => (one.order === order ? { ...one, text } : one)) };
}

/** Return a pin that forgets the game's history but nothing that the key has signed. */
export function resetPin(pin) {
  if (!pin) throw new Fault("E_FILE_MISSING", "nothing is remembered of this game");
  const { format, game, roster, sent } = pin;
  return roster ? { format, game, roster, sent } : { format, game, sent };
}
