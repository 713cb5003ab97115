/** @file A game as this reader has it: its files, its seat, what the key opens, and what became of its letters. */

import { canonicalJson } from "../core/canonical.mjs";
import { dearmourOrder } from "../core/order_files.mjs";
import { Fault } from "../core/fault.mjs";
import { headId, readGame, readLog, authenticate, seatRecord } from "../core/game_file.mjs";
import { letterId } from "../core/letters.mjs";
import { memoOf, openOwnLetter } from "../core/own_letters.mjs";
import { openMemo, openView } from "../core/own_seat.mjs";
import { fateOf, openReason, readReceipt } from "../core/receipts.mjs";
import { openGame, readPin } from "../storage/sending.mjs";
import { isLocal, plainName } from "./addresses.mjs";
import { fetchText } from "./fetching.mjs";
import { changeGameRecord, keepFiles, readFiles, readGameRecord } from "./memory.mjs";
import { currentLanguage, refusal } from "./texts.mjs";
import { timeNow } from "./times.mjs";

const MAX_RECEIPTS = 12;

/** Return the files of a game, and whether they are those of an earlier visit because there is no network. */
export async function gameFiles(database, address) {
  if (isLocal(address)) return { texts: await keptFiles(database, address), isOld: false };
  try {
    const game = await fetchText(address, "game.toml");
    const json = game === null ? await fetchText(address, "game.json") : null;
    if (game === null && json === null) throw refusal("E_GAME_MISSING", "game.missing", { address });
    const main = game === null ? { "game.json": json } : { "game.toml": game };
    const more = {
      "log.jsonl": await fetchText(address, "log.jsonl"),
      "pack.toml": await packOf(address, game ?? json),
    };
    return { texts: { ...main, ...present(more) }, isOld: false };
  } catch (error) {
    const kept = error.code === "E_OFFLINE" ? await readFiles(database, address) : null;
    if (!kept) throw error;
    return { texts: kept, isOld: true };
  }
}

async function packOf(address, game) {
  return /^pack\b|"pack":/m.test(game) ? fetchText(address, "pack.toml") : null;
}

function present(files) {
  return Object.fromEntries(Object.entries(files).filter(([, text]) => text !== null));
}

async function keptFiles(database, address) {
  const kept = await readFiles(database, address);
  if (!kept) throw refusal("E_GAME_MISSING", "game.gone");
  return kept;
}

/** Return the game in such files: checked, with its log. */
export function readGameFiles(texts) {
  const game = readGame(texts["game.toml"] ?? texts["game.json"]);
  authenticate(game);
  return { game, entries: texts["log.jsonl"] ? readLog(texts["log.jsonl"]) : [] };
}

/** Open a game for the reader's key, if one of theirs plays in it. */
export async function openTable({ database, keyring }, address) {
  const { texts, isOld } = await gameFiles(database, address);
  const { game, entries } = readGameFiles(texts);
  const player = await keyring.playerIn(game);
  const table = { address, texts, game, entries, isOld, head: headId(game), seat: null, key: null, identity: null };
  const { joining } = await readGameRecord(database, address);
  if (player) await takeSeat(database, table, player);
  else if (joining) await waitForSeat(database, keyring, table, joining);
  await changeGameRecord(database, address, (record) => rememberedOf(table, record));
  if (!isOld) await keepFiles(database, address, texts).catch(() => {}); // a full disk costs the offline copy only
  return { ...table, record: await readGameRecord(database, address) };
}

async function takeSeat(database, table, { name, identity }) {
  const { game, entries } = table;
  const { seats, known } = await openGame(database, game, identity, { entries, now: timeNow() });
  const asked = seats.find((seat) => game.state.window.waiting?.includes(seat));
  const seat = asked ?? seats[0] ?? null;
  Object.assign(table, { seat, seats, known, key: name, identity });
  if (!seat) return;
  const pin = await readPin(database, identity.signPublic, game.state.game);
  table.pin = pin;
  table.sent = (pin?.sent ?? []).filter((one) => one.seat === seat);
  table.view = await openView(game, seat, identity);
  table.memo = await newestMemo(table);
}

/** Take up that a letter which takes a seat is under way. */
async function waitForSeat(database, keyring, table, { seat, key }) {
  const identity = await keyring.identity(key);
  const pin = identity && (await readPin(database, identity.signPublic, table.game.state.game));
  table.sent = (pin?.sent ?? []).filter((one) => one.seat === seat && one.kind === "join");
}

/** `first` is the question that was open when this device saw the game, under this key, for the first time. */
function rememberedOf({ address, game, seat, key, known }, { first }) {
  const { rules } = game.genesis;
  const { waiting = [], kind } = game.state.window;
  const asked = seat !== null && waiting.includes(seat);
  const about = { id: game.state.game, rules, seat, key, title: plainName(address), stage: kind, asked, at: timeNow() };
  return known === false ? { ...about, first: game.state.window.number } : { ...about, first };
}

/** Return the letter that a pin remembers, if it was signed. */
export function signedLetter(one) {
  if (!one?.text) return null;
  const file = dearmourOrder(one.text);
  return letterId(file.order) === one.order ? file.order : null;
}

/** Return the reader's note to themselves: that of a letter under way, or of the last one that was applied. */
async function newestMemo({ game, seat, identity, sent }) {
  const waiting = sent.filter((one) => one.kind === "play" && one.window === game.state.window.number);
  const letter = signedLetter(waiting.at(-1));
  try {
    if (letter) return await memoOf(game, letter, identity);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
  return openMemo(game, seat, identity);
}

/** Return the refusals in the receipts that may concern letters whose fate is not known, fetched where they are. */
export async function fetchRefusals(table) {
  const { game, sent = [], record, address } = table;
  const open = sent.filter((one) => ["waiting", "late", "unknown"].includes(fateOf(game, one, table.entries).fate));
  if (!open.length || table.isOld || isLocal(address)) return refusalsIn(table);
  const steps = open.map((one) => record.sent[one.order]?.seq ?? game.state.seq);
  const first = Math.max(Math.min(...steps), game.state.seq - MAX_RECEIPTS + 1);
  for (let seq = game.state.seq; seq >= first; seq--) {
    const name = `refused/${String(seq).padStart(6, "0")}.toml`;
    const text = table.texts[name] ?? (await fetchText(address, name));
    if (text !== null) table.texts[name] = text;
  }
  return refusalsIn(table);
}

function refusalsIn({ game, texts }) {
  const receipts = Object.entries(texts).filter(([name]) => name.startsWith("refused/"));
  return receipts.flatMap(([, text]) => readReceipt(game, text));
}

/** Return the reader's letters, the newest first, each with what became of it. */
export function letterFates(table, refusals = []) {
  return (table.sent ?? [])
    .map((one) => ({ ...one, ...fateOf(table.game, one, table.entries, refusals), ...way(table, one) }))
    .reverse();
}

function way({ record }, { order }) {
  const { way: by = "", answer = "", pending = false } = record.sent[order] ?? {};
  return { way: by, answer, pending };
}

/** Return what lpbe needs to open this game: the files, the seat, and what the key opened. */
export async function openingOf(table, refusals = []) {
  const { texts, address, seat } = table;
  const base = { files: texts, where: plainName(address), lang: currentLanguage() };
  if (!seat) return base;
  return { ...base, seat, opened: await openedParts(table, refusals) };
}

async function openedParts(table, refusals) {
  const { game, seat, identity, view, memo } = table;
  const reasons = {};
  for (const refused of refusals) {
    const reason = await openReason(game, seat, identity, refused);
    if (isSound(reason)) reasons[refused.order] = { ...reason, code: refused.code, head: refused.head };
  }
  const standing = await standingUnderWay(table, refusals);
  return { view, memo, reasons, ...(standing ? { standing } : {}) };
}

/** Return whether a reason is one that lpbe can put into words; a referee could seal anything. */
function isSound(reason) {
  const { message, clause = "", hint = "", values = {}, ...rest } = reason ?? {};
  const words = [message, clause, hint].every((text) => typeof text === "string");
  const isValue = (value) => ["string", "number"].includes(typeof value) || isListOfTexts(value);
  return words && Object.keys(rest).length === 0 && Object.values(values ?? { bad: null }).every(isValue);
}

function isListOfTexts(value) {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** Return policy and plans of the newest letter that carries them, unless it has arrived. */
async function standingUnderWay({ game, sent, identity, entries }, refusals) {
  const newest = sent.filter((one) => one.kind === "standing").at(-1);
  const letter = signedLetter(newest);
  if (!letter || !letter.hidden || fateOf(game, newest, entries, refusals).fate !== "waiting") return null;
  const { sealing } = await openOwnLetter(game, letter, identity);
  return { policy: sealing.v[0]?.policy ?? {}, plans: sealing.plans };
}

/** Return whether the reader has to answer now, and has not. */
export function isAsked({ game, seat }) {
  return seat !== null && (game.state.window.waiting ?? []).includes(seat);
}

/** Return whether two openings would show the same: then the page is left as it is. */
export function sameOpening(one, other) {
  return one && canonicalJson(one.opened ?? {}) === canonicalJson(other.opened ?? {}) && sameFiles(one, other);
}

function sameFiles(one, other) {
  return one.seat === other.seat && one.lang === other.lang && canonicalJson(one.files) === canonicalJson(other.files);
}

/** Return the name of a player as the game has it, or of the seat. */
export function playerName(game, seat) {
  return seatRecord(game, seat)?.name ?? seat;
}
