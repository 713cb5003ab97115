/** @file Receipts of refused letters, and what became of a letter that was sent (protocol 3.10). */

import { fromBase64 } from "./bytes.mjs";
import { canonicalBytes } from "./canonical.mjs";
import { Fault } from "./fault.mjs";
import { parseFile, refereeSignKeys, sealKeys } from "./game_file.mjs";
import { tallyOf } from "./letter_checks.mjs";
import { WINDOW_KINDS } from "./letters.mjs";
import { checkReceiptFile } from "./records.mjs";
import { pairWith, reasonInfo, unseal } from "./seals.mjs";
import { RECEIPT, verifySignature } from "./signatures.mjs";

const MAX_RECEIPT_BYTES = 2097152;
const MAX_LINE_BYTES = 1024;

/** Return the refusals in a receipt of this game that one of its referees signed; none in anything else. */
export function readReceipt(game, content) {
  try {
    const { receipt, sig } = checkReceiptFile(parseFile(content, MAX_RECEIPT_BYTES, MAX_LINE_BYTES));
    const signed = receipt.game === game.state.game && isSignedByReferee(game, receipt, sig);
    return signed ? receipt.refused : [];
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

function isSignedByReferee(game, receipt, sig) {
  return refereeSignKeys(game).some((key) => {
    try {
      verifySignature(fromBase64(key), RECEIPT, canonicalBytes(receipt), fromBase64(sig));
      return true;
    } catch (error) {
      if (error instanceof Fault) return false;
      throw error;
    }
  });
}

/** Return why a letter was refused, as template and values, or null if this key cannot open the reason. */
export async function openReason(game, seat, identity, refusal) {
  if (!refusal.reason || !game.genesis.sizes) return null;
  const info = reasonInfo(game.state.game, seat, refusal);
  for (const key of sealKeys(game).reverse()) {
    const pair = await pairWith(identity, game.state.game, fromBase64(key));
    try {
      return unseal(pair, info, fromBase64(refusal.reason), game.genesis.sizes.reason);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
  return null;
}

/**
 * Return what became of a letter: `applied`, `replaced`, `refused`, `late`, `waiting`, or `unknown` without its log.
 *
 * `sent` is what the pin remembers of it; `entries` are the steps of the log, as far as they are known, and `refusals`
 * those of the receipts.
 */
export function fateOf(game, sent, entries = [], refusals = []) {
  const { window } = game.state;
  const accepted = (window.accepted ?? []).find((answer) => answer.seat === sent.seat);
  const isOpen = WINDOW_KINDS.includes(sent.kind) && sent.window === window.number && window.kind !== "over";
  if (isOpen && accepted && accepted.rev > sent.rev) return { fate: "replaced" };
  const isApplied = [...entries, game.last].some((entry) => entry.head.order === sent.order);
  if (isApplied || accepted?.order === sent.order) return { fate: "applied" };
  const refusal = refusals.find((one) => one.order === sent.order);
  if (refusal) return { fate: "refused", refusal };
  if (isOpen || isStillFree(game, sent)) return { fate: "waiting" };
  return { fate: entries[0]?.head.seq === 0 ? "late" : "unknown" };
}

/** Return whether a letter that answers no question can still be applied. */
function isStillFree(game, sent) {
  const { next = 0 } = tallyOf(game, sent);
  return !WINDOW_KINDS.includes(sent.kind) && game.state.window.kind !== "over" && sent.rev >= next;
}
