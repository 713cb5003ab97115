/** @file Open letters that this key sealed, on their way or in the log, and check their commitments (protocol 9.3). */

import { fromBase64, hex } from "./bytes.mjs";
import { orderCommitment, orderNonce, plansCommitment, planSlots } from "./commitments.mjs";
import { Fault, require } from "./fault.mjs";
import { sealKeys } from "./game_file.mjs";
import { letterId } from "./letters.mjs";
import { letterInfo, memoInfo, pairWith, unseal } from "./seals.mjs";

const PARTS = ["draft", "plans", "v"];
const SHUT = "this key does not open a seal made for this seat at this point of the game";
const OTHER = "a sealed order is not the one that was committed to";

/**
 * Return what a letter of this key holds, with the nonces that show that it is what the letter committed to.
 *
 * A letter that was on its way when the game was handed over is sealed to an earlier key of the game.
 */
export async function openOwnLetter(game, letter, identity) {
  for (const key of sealKeys(game).reverse()) {
    const pair = await pairWith(identity, letter.game, fromBase64(key));
    const sealing = tryToOpen(game, letter, pair);
    if (sealing) return withNonces(letter, pair, sealing);
  }
  throw new Fault("E_SEAL_OPEN", SHUT);
}

function tryToOpen({ genesis }, letter, pair) {
  const { standing, letter: usual } = genesis.sizes;
  const size = letter.kind === "standing" ? standing : usual;
  try {
    return unseal(pair, letterInfo(letter, letter.hidden.plans), fromBase64(letter.hidden.seal), size);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

function withNonces(letter, pair, sealing) {
  const whole =
    Object.keys(sealing).sort().join() === PARTS.join() && PARTS.every((name) => Array.isArray(sealing[name]));
  const places = letter.batch.flatMap((entry, index) => (entry.order === "sealed" ? [index] : []));
  require(whole && sealing.v.length === places.length, "E_COMMIT_MISMATCH", OTHER);
  const nonces = sealing.v.map((value, at) => orderNonce(pair, letter, places[at], value));
  const shown = sealing.v.map((value, at) => orderCommitment(letter, places[at], nonces[at], value));
  const slots = planSlots(pair, letter, sealing.plans);
  const committed = places.every((place, at) => letter.batch[place].commit === shown[at]);
  const plans = letter.hidden.plans === plansCommitment(slots.map((slot) => slot.commit));
  require(committed && plans, "E_COMMIT_MISMATCH", OTHER);
  return { sealing, nonces: nonces.map(hex), plan_nonces: slots.map((slot) => slot.nonce) };
}

/** Return the opened letters of a seat in a log by their ids, without those that an earlier key of the seat sealed. */
export async function openOwnLetters(game, entries, seat, identity) {
  const opened = {};
  const own = entries.map((entry) => entry.order).filter((letter) => letter?.seat === seat && letter.hidden);
  for (const letter of own) {
    try {
      opened[letterId(letter)] = await openOwnLetter(game, letter, identity);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "E_SEAL_OPEN") throw error;
    }
  }
  return opened;
}

/** Return the memo in a letter that is on its way, to be kept by the one that replaces it; empty if there is none. */
export async function memoOf(game, letter, identity) {
  if (!letter.hidden?.memo) return "";
  const secret = await identity.derive("memo", letter.game);
  const info = memoInfo(letter.game, letter.seat, letter);
  return unseal(secret, info, fromBase64(letter.hidden.memo), game.genesis.sizes.memo).memo;
}
