/** @file Check one's own letter as the referee will, before it is signed (protocol 5.3, 5.4, 11). */

import { base64, fromBase64, utf8 } from "./bytes.mjs";
import { isWellFormed } from "./canonical.mjs";
import { checkSealKey, checkSignKey } from "./curve.mjs";
import { checkDraw, rosterId } from "./draws.mjs";
import { require } from "./fault.mjs";
import { headId, refereeSignKeys, sealKeys, seatRecord } from "./game_file.mjs";
import { letterId, paceId, proofMessage, WINDOW_KINDS } from "./letters.mjs";
import { OVERHEAD_BYTES } from "./seals.mjs";
import { REKEY, verifySignature } from "./signatures.mjs";

export const LAST_REV = 15;
const MAX_PER_WINDOW = { standing: 4, note: 4, stop: 8, resign: 8, rekey: 8, endorse: 32 };
const TALLIES = { standing: "standing", note: "notes" };
const EARLY = ["note", "endorse"];
const MAX_NOTE = 400;
const MAX_NOTE_LETTER = 500;
const MAX_NAME = 32;
const OTHER_WINDOW = "this order answers question {window}, but question {open} is open now";
const TOO_LATE = "this order answers question {window}, but the game is over";
const UNKNOWN_POSITION = "this order is based on a position that is not in this game's recent history";

/** Check a letter that this key is about to sign; everything but what only the rules or the referee can know. */
export function checkLetter(game, letter, identity) {
  require(letter.game === game.state.game, "E_ORDER_GAME", "this order belongs to another game");
  checkSender(game, letter, identity);
  checkText(letter);
  checkSizes(game, letter);
  if (WINDOW_KINDS.includes(letter.kind)) checkWindow(game, letter);
  else checkFree(game, letter);
  KINDS[letter.kind]?.(game, letter);
}

function checkSender(game, letter, identity) {
  const record = seatRecord(game, letter.seat);
  require(record, "E_ORDER_SEAT", "there is no seat '{seat}' in this game", { seat: letter.seat });
  if (letter.kind === "join") return;
  if (game.genesis.trust === "open" && !record.sign) {
    require(!identity, "E_SIG_FORMAT", "{seat} has no key in this game; remove the signature", { seat: letter.seat });
    return;
  }
  const joined = record.sign && (game.genesis.trust === "open" || record.tie);
  require(joined, "E_KEY_ROLE", "{seat} has not joined yet", { seat: letter.seat });
  const own = identity && record.sign === base64(identity.signPublic);
  require(own, "E_KEY_SEAT", "{seat} is played with another key", { seat: letter.seat });
}

function checkText(letter) {
  const note = letter.note ?? "";
  const text = letter.kind === "note" ? letter.args.text : "x";
  const name = letter.kind === "join" ? letter.args.name : "x";
  require([note, text, name].every(isWellFormed), "E_FILE_UTF8", "a text is not valid Unicode");
  require([...note].length <= MAX_NOTE, "E_TEXT", "a note can have at most {limit} characters", { limit: MAX_NOTE });
  require(text.trim(), "E_TEXT", "the message is empty");
  const limit = MAX_NOTE_LETTER;
  require([...text].length <= limit, "E_TEXT", "a note can have at most {limit} characters", { limit });
  const fits = name.trim() && [...name].length <= MAX_NAME;
  require(fits, "E_TEXT", "a name has between 1 and {limit} characters", { limit: MAX_NAME });
}

function checkSizes({ genesis }, { kind, batch, hidden }) {
  if (kind !== "play" && kind !== "standing") return;
  const most = kind === "play" ? 64 : 5;
  const fits = batch.length >= 1 && batch.length <= most;
  require(fits, "E_SCHEMA", "a message has between 1 and {limit} orders", { limit: most });
  if (genesis.trust === "open") {
    require(!hidden, "E_ORDER_KIND", "nothing is sealed in an open game");
    return;
  }
  const { sizes } = genesis;
  const sealed = hidden && hidden.seal && (hidden.memo !== undefined) === (kind === "play");
  require(sealed, "E_SEAL_SIZE", "this order lacks something that every order of the game must have");
  const right = (blob, size) => fromBase64(blob).length === size + OVERHEAD_BYTES;
  const size = kind === "play" ? sizes.letter : sizes.standing;
  const whole = right(hidden.seal, size) && (kind !== "play" || right(hidden.memo, sizes.memo));
  require(whole, "E_SEAL_SIZE", "a seal of this order does not have its fixed size");
}

function wasSeen(game, letter) {
  return letter.seen === headId(game) || (game.state.recent ?? []).includes(letter.seen);
}

function checkWindow(game, letter) {
  const { window } = game.state;
  const over = window.kind === "over";
  const values = { window: letter.window, open: window.number };
  require(letter.window === window.number && !over, "E_ORDER_STALE", over ? TOO_LATE : OTHER_WINDOW, values);
  require(wasSeen(game, letter), "E_ORDER_FORK", UNKNOWN_POSITION);
  const kinds = { wanted: window.kind, kind: letter.kind };
  require(letter.kind === window.kind, "E_ORDER_KIND", "the game is waiting for '{wanted}', not for '{kind}'", kinds);
  require(letter.rev <= LAST_REV, "E_ORDER_REV", "an order can be replaced at most fifteen times");
  checkTurn(game, letter);
}

function checkTurn(game, letter) {
  const { waiting = [], accepted = [], replace = false } = game.state.window;
  const before = accepted.find((answer) => answer.seat === letter.seat);
  const answered = before !== undefined || seatRecord(game, letter.seat).silent === true;
  const asked = waiting.includes(letter.seat);
  const values = { seat: letter.seat };
  require(asked ||
    (replace && answered), "E_ORDER_NOT_WAITING", "{seat} does not have to answer this question", values);
  if (!before || asked) return;
  require(before.order !== letterId(letter), "E_ORDER_STALE", "this order has already arrived");
  require(letter.rev > before.rev, "E_ORDER_REV", "rev {rev} has already arrived", { rev: before.rev });
}

function checkFree(game, letter) {
  const { state } = game;
  require(letter.window <= state.window.number, "E_ORDER_STALE", "question {window} has not been asked yet", letter);
  require(state.window.kind !== "over", "E_ORDER_STALE", "the game is over");
  const early = ["join", "ready"].includes(state.window.kind) && !EARLY.includes(letter.kind);
  require(!early, "E_ORDER_EARLY", "the game has not started");
  require(wasSeen(game, letter), "E_ORDER_STALE", UNKNOWN_POSITION);
  const { next = 0, window = 0, sent = 0 } = tallyOf(game, letter);
  require(letter.rev >= next, "E_ORDER_REV", "rev {rev} has already been used", { rev: letter.rev });
  require(letter.rev <= next + 15, "E_ORDER_REV", "rev {rev} skips too many numbers", { rev: letter.rev });
  const count = window === state.window.number ? sent : 0;
  const many = "{seat} has already sent {count} messages of this kind since the open question was asked";
  require(count < MAX_PER_WINDOW[letter.kind], "E_ORDER_MANY", many, { seat: letter.seat, count });
}

/** Return the count of free letters that a letter belongs to. */
export function tallyOf(game, { seat, kind }) {
  return seatRecord(game, seat)?.[TALLIES[kind] ?? "free"] ?? {};
}

/** Check new keys of a seat: not weak, not those of another seat, not the game's own. */
function checkKeys(game, seat, { sign, seal }) {
  checkSignKey(fromBase64(sign));
  checkSealKey(fromBase64(seal));
  require(!sealKeys(game).includes(seal), "E_KEY_REUSED", "this sealing key is that of the game itself");
  for (const other of game.state.seats.filter((record) => record.id !== seat)) {
    const free = other.sign !== sign && other.seal !== seal;
    require(free, "E_KEY_REUSED", "{seat} already uses this key", { seat: other.id });
  }
}

function checkJoin(game, { seat, args }) {
  const spec = game.genesis.seats.find((one) => one.id === seat);
  checkKeys(game, seat, args);
  checkSignKey(fromBase64(args.draw));
  const drawn = game.state.seats.find((record) => record.id !== seat && record.draw === args.draw);
  require(!drawn, "E_KEY_REUSED", "{seat} already draws with this key", { seat: drawn?.id });
  require(!spec.held, "E_KEY_SEAT", "{seat} is played by the referee", { seat });
  require(!spec.key || spec.key === args.sign, "E_KEY_SEAT", "{seat} is reserved for another key", { seat });
  require(!spec.invite || args.proof, "E_ORDER_INVITE", "the invitation code is missing");
}

function checkReady(game, { seat, seen, args }) {
  const { state } = game;
  const recent = state.recent ?? [];
  const old = recent.slice(0, recent.length - (state.seq - state.window.since));
  require(!old.includes(seen), "E_ORDER_FORK", "this order is from before everybody had joined");
  const referee = refereeSignKeys(game).at(-1);
  const first = state.seats.filter((record) => record.held || record.sign === referee).map((record) => record.id);
  const { waiting = [] } = state.window;
  const late = first.includes(seat) && state.seats.some(({ id }) => !first.includes(id) && !waiting.includes(id));
  require(!late, "E_ORDER_STALE", "seats with the referee's key must be ready before all others");
  const early = !first.includes(seat) && first.some((id) => waiting.includes(id));
  require(!early, "E_ORDER_EARLY", "the host's own seats must be ready first");
  checkDraw(fromBase64(seatRecord(game, seat).draw), utf8(rosterId(state)), fromBase64(args.proof));
}

function checkRekey(game, { seat, args }) {
  checkKeys(game, seat, args);
  const message = proofMessage(game.state.game, seat, args);
  verifySignature(fromBase64(args.sign), REKEY, message, fromBase64(args.proof));
}

function checkEndorse(game, { seat, args }) {
  const { genesis, state } = game;
  const pending = (state.replacing ?? []).find((one) => one.order === args.of);
  const agreed = (state.agreed ?? []).filter((one) => one.of === args.of).flatMap((one) => one.endorsed);
  require(pending || args.pace, "E_ORDER_QUORUM", "there is no such replacement to endorse");
  if (args.pace) {
    require(genesis.pace, "E_ORDER_KIND", "this game has no deadlines");
    const named = args.of === paceId(state.game, args.pace);
    require(named, "E_ORDER_QUORUM", "this endorses a different pace from the one it names");
  }
  const spec = genesis.seats.find((one) => one.id === seat);
  const votes = !spec.held && !seatRecord(game, seat).held && pending?.args.seat !== seat;
  require(votes, "E_ORDER_QUORUM", "{seat} has no vote on this", { seat });
  const before = pending ? (pending.endorsed ?? []) : agreed;
  require(!before.includes(seat), "E_ORDER_QUORUM", "{seat} has already endorsed it", { seat });
}

const KINDS = { join: checkJoin, ready: checkReady, rekey: checkRekey, endorse: checkEndorse };
