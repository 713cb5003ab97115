/** @file Read a game file and check that it is what its referee signed (protocol 1.5, 4, 9.1 items 1 and 3). */

import { fromBase64, fromUtf8, utf8 } from "./bytes.mjs";
import { canonicalBytes, ident } from "./canonical.mjs";
import { checkSealKey, checkSignKey } from "./curve.mjs";
import { Fault, require } from "./fault.mjs";
import { parseJson } from "./json.mjs";
import { checkEntry, checkGameFile } from "./records.mjs";
import { OVERHEAD_BYTES } from "./seals.mjs";
import { GENESIS, HEAD, ORDER, verifySignature } from "./signatures.mjs";
import { parseToml } from "./toml.mjs";

const MAX_GAME_BYTES = 2097152;
const MAX_GAME_LINE_BYTES = 1024;
const MAX_LOG_LINE_BYTES = 131072;
const FORMAT = 2;
const PRESENT = {
  referee: { with: ["referee", "seed_commit", "sizes"], without: ["seed"] },
  open: { with: ["seed"], without: ["referee", "seed_commit", "sizes"] },
};

/** Return the plain data of a file in TOML or JSON, within these limits. */
export function parseFile(content, maxBytes, maxLineBytes) {
  const bytes = typeof content === "string" ? utf8(content) : content;
  require(bytes.length <= maxBytes, "E_FILE_SIZE", "this file is too large: {count} bytes", { count: bytes.length });
  const text = fromUtf8(bytes);
  if (text.trimStart().startsWith("{")) return parseJson(text);
  const long = text.split("\n").findIndex((line) => line.length > maxLineBytes || utf8(line).length > maxLineBytes);
  require(long < 0, "E_FILE_SYNTAX", "line {line} is too long", { line: long + 1 });
  return parseToml(text);
}

/** Return the game in a game file, as its text says; nothing of it is believed before `authenticate`. */
export function readGame(content) {
  const raw = parseFile(content, MAX_GAME_BYTES, MAX_GAME_LINE_BYTES);
  require(typeof raw.genesis === "object" && raw.genesis !== null, "E_SCHEMA", "this is not a game file");
  const { format } = raw.genesis;
  require(format === FORMAT, "E_FORMAT", "this game has format {format}, but this client reads format 2", { format });
  return checkGameFile(raw);
}

/** Return the entries in a log; an incomplete last line counts as never written. */
export function readLog(content) {
  const lines = fromUtf8(typeof content === "string" ? utf8(content) : content).split("\n");
  const rest = lines.pop();
  const entries = lines.map((line) => readLogLine(line));
  const last = rest ? readable(rest) : null;
  return last ? [...entries, last] : entries;
}

function readLogLine(line) {
  require(line.length <= MAX_LOG_LINE_BYTES, "E_FILE_SIZE", "a line of the log is too long");
  return checkEntry(parseJson(line));
}

function readable(line) {
  try {
    return readLogLine(line);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** Return the id of the game's last head. */
export function headId(game) {
  return ident("head", game.last.head);
}

/** Return the record of a seat, or undefined. */
export function seatRecord(game, seat) {
  return game.state.seats.find((record) => record.id === seat);
}

function handovers(game) {
  return game.state.handovers ?? [];
}

/** Return whether the last step gave the game to another referee; the old one still sealed and signed it. */
function endsInHandover(game) {
  return game.last.order?.kind === "handover";
}

/** Return the game's sealing keys, the newest last; an open game has none. */
export function sealKeys({ genesis, state }) {
  if (!genesis.referee) return [];
  return [genesis.referee.seal, ...(state.handovers ?? []).map((link) => link.order.args.seal)];
}

/** Return the sealing key that letters are sealed to now. */
export function letterKey(game) {
  return fromBase64(sealKeys(game).at(-1));
}

/** Return the sealing key that the views of this step were sealed with. */
export function viewKey(game) {
  return fromBase64(sealKeys(game).at(endsInHandover(game) ? -2 : -1));
}

/** Return the signing keys of the game's referees, the newest last; every handover must be signed by the one before. */
export function refereeSignKeys(game) {
  const keys = [game.genesis.referee.sign];
  for (const { order, sig } of handovers(game)) {
    const sound = order.kind === "handover" && order.game === game.state.game && order.seat === "referee";
    require(sound, "E_STATE_GAME", "a handover in this game file is not valid");
    verifySignature(fromBase64(keys.at(-1)), ORDER, canonicalBytes(order), fromBase64(sig));
    keys.push(order.args.sign);
  }
  return keys;
}

/** Return the key that signed the last head. */
export function headSigner(game) {
  return refereeSignKeys(game).at(endsInHandover(game) ? -2 : -1);
}

/** Check that a game file is what its referee signed; return the id of its head. */
export function authenticate(game) {
  checkParts(game);
  checkChain(game);
  if (game.genesis.trust === "referee") {
    checkRefereeKeys(game);
    checkSignatures(game);
    checkSeals(game);
  }
  return headId(game);
}

function checkParts({ genesis, state }) {
  const fields = PRESENT[genesis.trust];
  const inState = genesis.trust === "referee" ? ["seals", "drawer"] : ["clear"];
  const notInState = genesis.trust === "referee" ? ["clear"] : ["seals", "drawer"];
  const complete = fields.with.every((name) => name in genesis) && inState.every((name) => name in state);
  const clean = fields.without.every((name) => !(name in genesis)) && notInState.every((name) => !(name in state));
  require(complete && clean, "E_SCHEMA", "this game file does not have the parts that its kind of game needs");
}

function checkChain({ genesis, state, last }) {
  const { head } = last;
  const own = ident("genesis", genesis);
  const seats = genesis.seats.map((spec) => spec.id).join() === state.seats.map((record) => record.id).join();
  const together = own === state.game && own === head.game && state.seq === head.seq && seats;
  require(together, "E_STATE_GAME", "genesis, state and head do not belong together");
  const position = head.state === ident("state", state) && head.public === ident("public", last.public);
  require(position, "E_SIG_INVALID", "the position in this file does not match its head");
  const order = head.order === (last.order && ident("order", last.order));
  require(order, "E_SIG_INVALID", "the last order in this file does not match its head");
}

function checkRefereeKeys(game) {
  for (const { sign, seal } of [game.genesis.referee, ...handovers(game).map((link) => link.order.args)]) {
    checkSignKey(fromBase64(sign));
    checkSealKey(fromBase64(seal));
  }
}

function checkSignatures(game) {
  const { genesis, last } = game;
  require(game.sig && last.head_sig, "E_SIG_FORMAT", "a signature of the referee is missing");
  verifySignature(fromBase64(genesis.referee.sign), GENESIS, canonicalBytes(genesis), fromBase64(game.sig));
  verifySignature(fromBase64(headSigner(game)), HEAD, canonicalBytes(last.head), fromBase64(last.head_sig));
}

function checkSeals({ genesis, state }) {
  const seated = state.seats.filter((record) => record.seal).map((record) => record.id);
  const sealed = Object.keys(state.seals);
  const same = seated.sort().join() === sealed.sort().join();
  require(same, "E_SEAL_SIZE", "a game file needs exactly one seal per seat");
  const right = (blob, size) => fromBase64(blob).length === size + OVERHEAD_BYTES;
  const sizes = sealed.every((seat) => right(state.seals[seat], genesis.sizes.view));
  require(sizes && right(state.drawer, genesis.sizes.drawer), "E_SEAL_SIZE", "a seal does not have its fixed size");
}
