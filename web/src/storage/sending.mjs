/**
 * @file Write a letter so that its key can never be held against its owner (protocol 11).
 *
 * The pin is on the disk before the letter is signed: a program that stops in between loses a number, and nothing else.
 */

import { base64 } from "../core/bytes.mjs";
import { PINS, readAll, readRecord, updatePlain } from "./database.mjs";
import { Fault } from "../core/fault.mjs";
import { authenticate } from "../core/game_file.mjs";
import { checkLetter } from "../core/letter_checks.mjs";
import { letterId } from "../core/letters.mjs";
import { armourOrder, seriesOf, signLetter } from "../core/order_files.mjs";
import { ownSeats } from "../core/own_seat.mjs";
import { followGame, newestSent, rememberLetter, rememberText, resetPin, usedRevs } from "../core/pins.mjs";
import { nextRev } from "../core/revisions.mjs";

/** Tabs that send at once, in an engine without locks: one of them succeeds each time. */
const MAX_TRIES = 32;

function pinName(signPublic, game) {
  return `${base64(signPublic)} ${game}`;
}

/** Return what a key remembers of a game, or undefined. */
export async function readPin(database, signPublic, game) {
  return readRecord(database, PINS, pinName(signPublic, game));
}

/** Return all pins of a key, by game. */
export async function readPins(database, signPublic) {
  const own = `${base64(signPublic)} `;
  const all = await readAll(database, PINS);
  return new Map([...all].filter(([name]) => name.startsWith(own)).map(([name, pin]) => [name.slice(own.length), pin]));
}

/**
 * Open a game with a key: check the file, the key's seats and the pin, and move the pin on.
 *
 * Returns the seats of the key and whether it had seen this game before.
 */
export async function openGame(database, game, identity, { entries = [], now = "" } = {}) {
  authenticate(game);
  const seats = await ownSeats(game, identity);
  const before = await readPin(database, identity.signPublic, game.state.game);
  if (seats.length || before) await movePin(database, game, identity.signPublic, entries, now);
  return { seats, known: before !== undefined };
}

function movePin(database, game, signPublic, entries, now) {
  const name = pinName(signPublic, game.state.game);
  return updatePlain(database, PINS, name, (pin) => followGame(pin, game, entries, now));
}

/**
 * Write, remember and sign a letter.
 *
 * `make` returns the letter for a number, without signature; the same letter as last time keeps its number and is
 * returned again. `known` are numbers of this series that were seen elsewhere, in an inbox for example.
 */
export async function sendLetter(database, game, identity, request) {
  authenticate(game);
  if (request.kind !== "join") await ownSeats(game, identity);
  return alone(pinName(identity.signPublic, game.state.game), () => sendUntilFree(database, game, identity, request));
}

/** Do something while no other tab does it under the same name; engines without locks only have their transactions. */
async function alone(name, work) {
  return navigator.locks ? navigator.locks.request(`lpbe ${name}`, work) : work();
}

async function sendUntilFree(database, game, identity, request) {
  for (let tries = 1; ; tries++) {
    try {
      return await sendOnce(database, game, identity, request);
    } catch (error) {
      // another tab has just used this number
      if (!(error instanceof Fault) || error.code !== "E_NUMBER_TAKEN" || tries === MAX_TRIES) throw error;
    }
  }
}

async function sendOnce(database, game, identity, { seat, kind, make, known = [], entries = [], now = "", newKey }) {
  const pin = await movePin(database, game, identity.signPublic, entries, now);
  const series = seriesOf(kind, game.state.window.number);
  const last = newestSent(pin, seat, series);
  const again = last ? await make(last.rev) : null;
  if (again && letterId(again) === last.order) return finish(database, identity, again, last.text, true);
  const letter = await make(nextRev(game, seat, kind, [...usedRevs(pin, seat, series), ...known]));
  checkLetter(game, letter, identity);
  await rememberBefore(database, game, identity, letter, { entries, now });
  if (newKey) await movePin(database, game, newKey, entries, now);
  return finish(database, identity, letter, undefined, false);
}

/** Write the pin before anything is signed; its transaction refuses a number that another tab has used meanwhile. */
async function rememberBefore(database, game, identity, letter, { entries, now }) {
  const name = pinName(identity.signPublic, game.state.game);
  await updatePlain(database, PINS, name, (pin) => {
    const followed = followGame(pin, game, entries, now);
    const last = newestSent(followed, letter.seat, seriesOf(letter.kind, letter.window));
    if (last && last.rev >= letter.rev)
      throw new Fault("E_NUMBER_TAKEN", "rev {rev} has already been used", { rev: letter.rev });
    return rememberLetter(followed, game, letter, now);
  });
}

/** Sign a letter that the pin remembers, and keep the text that is handed over. */
async function finish(database, identity, letter, text, again) {
  if (text) return { letter, text, again };
  const armoured = armourOrder(await signLetter(letter, identity));
  const name = pinName(identity.signPublic, letter.game);
  await updatePlain(database, PINS, name, (pin) => rememberText(pin, letterId(letter), armoured));
  return { letter, text: armoured, again };
}

/** Forget a game's history, after its owner has looked into it; what the key has signed stays remembered. */
export async function forgetHistory(database, signPublic, game) {
  return updatePlain(database, PINS, pinName(signPublic, game), resetPin);
}
