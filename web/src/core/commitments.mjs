/** @file Commitments to secret orders and plans, and the openings that show them (protocol 6). */

import { fromHex, hex } from "./bytes.mjs";
import { canonicalBytes, deriveKey, taggedHash } from "./canonical.mjs";
import { require } from "./fault.mjs";

export const PLAN_SLOTS = 4;
const MISMATCH = "an opening does not match the letter that it opens";

/** Return what commitments are bound to: game, window, seat, kind and rev of a letter. */
export function commitmentContext({ game, window, seat, kind, rev }) {
  return [game, window, seat, kind, rev];
}

/** Return the nonce of a secret order; both ends of the pair can compute it. */
export function orderNonce(pair, letter, index, value) {
  const text = canonicalBytes(value);
  return deriveKey(pair, "commit-nonce", ...commitmentContext(letter), index, letter.seen, text);
}

/** Return the public commitment to an order at a place of a letter's batch. */
export function orderCommitment(letter, index, nonce, value) {
  return hex(taggedHash("commit", ...commitmentContext(letter), index, nonce, canonicalBytes(value)));
}

/** Return an order as it travels: a commitment in its place. */
export function sealedEntry(pair, letter, index, value) {
  const nonce = orderNonce(pair, letter, index, value);
  return { order: "sealed", commit: orderCommitment(letter, index, nonce, value) };
}

/** Return nonce and commitment of each of the four slots for plans; those that are not used hold `{}`. */
export function planSlots(pair, letter, plans) {
  const context = commitmentContext(letter);
  require(plans.length <= PLAN_SLOTS, "E_ORDER_KIND", "a letter has room for {count} plans", { count: PLAN_SLOTS });
  return Array.from({ length: PLAN_SLOTS }, (_, slot) => {
    const text = canonicalBytes(plans[slot] ?? {});
    const nonce = deriveKey(pair, "plan-nonce", ...context, slot, letter.seen, text);
    return { nonce: hex(nonce), commit: planCommitment(letter, nonce, text) };
  });
}

function planCommitment(letter, nonce, text) {
  return hex(taggedHash("plan", ...commitmentContext(letter), nonce, text));
}

/** Return the commitment to all slots, whatever their order. */
export function plansCommitment(commits) {
  return hex(taggedHash("plans", ...[...commits].sort()));
}

/** Check that an opening shows what a letter committed to. */
export function checkOpening(letter, { v, r, index, others }) {
  const nonce = fromHex(r);
  require((index === undefined) !== (others === undefined), "E_COMMIT_MISMATCH", MISMATCH);
  const matches = index === undefined ? opensPlan(letter, nonce, v, others) : opensEntry(letter, nonce, v, index);
  require(matches, "E_COMMIT_MISMATCH", MISMATCH);
}

function opensEntry(letter, nonce, value, index) {
  const entry = letter.batch[index];
  return entry?.order === "sealed" && entry.commit === orderCommitment(letter, index, nonce, value);
}

function opensPlan(letter, nonce, value, others) {
  const own = planCommitment(letter, nonce, canonicalBytes(value));
  return others.length === PLAN_SLOTS - 1 && letter.hidden?.plans === plansCommitment([own, ...others]);
}
