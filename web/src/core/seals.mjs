/** @file Seals: encryption between referee and seat that either can open (protocol 2.3, 2.5). */

import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concat, equal, fromUtf8, hex } from "./bytes.mjs";
import { canonicalBytes, deriveKey, fromCanonical, lengthPrefixed, mac } from "./canonical.mjs";
import { checkSealKey } from "./curve.mjs";
import { attempt, require } from "./fault.mjs";

export const OVERHEAD_BYTES = 48;
const LABEL = "lpbe/v2";
const SIV_BYTES = 32;
const NONCE = new Uint8Array(12);
const SHUT = "this key does not open a seal made for this seat at this point of the game";

/** Return the key that referee and seat share, from their X25519 secret and both public keys. */
export function pairKey(game, referee, seat, shared) {
  return mac(sha256(lengthPrefixed(LABEL, "box", game, referee, seat)), shared);
}

/** Return the key that a person shares with the referee of a game; `referee` is a sealing key of the game. */
export async function pairWith(identity, game, referee) {
  checkSealKey(referee);
  return pairKey(game, referee, identity.sealPublic, await identity.exchange(referee));
}

/** Return the proof for the referee that the holder of a pair has the secret half of their sealing key. */
export function keyClaim(pair, seat, signPublic) {
  return hex(deriveKey(pair, "claim", seat, signPublic));
}

function pad(text, size) {
  const values = { count: text.length, size };
  require(text.length < size, "E_SEAL_TOO_LARGE", "{count} bytes do not fit into a seal of {size} bytes", values);
  const padded = new Uint8Array(size);
  padded.set(text);
  padded[text.length] = 0x80;
  return padded;
}

function unpad(padded) {
  const end = padded.findLastIndex((byte) => byte !== 0);
  require(end >= 0 && padded[end] === 0x80, "E_SEAL_PADDING", "what was sealed is not padded as it must be");
  return padded.subarray(0, end);
}

function contentMac(pair, info, padded) {
  return mac(deriveKey(pair, "box-siv"), lengthPrefixed(info, padded));
}

function cipher(pair, siv, info) {
  return chacha20poly1305(deriveKey(pair, "box-key", siv, info), NONCE);
}

/** Seal a value: the same value in the same place gives the same bytes. */
export function seal(pair, info, value, size) {
  const padded = pad(canonicalBytes(value), size);
  const siv = contentMac(pair, info, padded);
  return concat(siv, cipher(pair, siv, info).encrypt(padded));
}

/** Return the value in a seal of this size. */
export function unseal(pair, info, sealed, size) {
  require(sealed.length === size + OVERHEAD_BYTES, "E_SEAL_SIZE", "a seal does not have its fixed size");
  const siv = sealed.subarray(0, SIV_BYTES);
  const padded = attempt(() => cipher(pair, siv, info).decrypt(sealed.subarray(SIV_BYTES)), "E_SEAL_OPEN", SHUT);
  require(equal(siv, contentMac(pair, info, padded)), "E_SEAL_OPEN", SHUT);
  const text = unpad(padded);
  return fromCanonical(attemptText(text), "E_SEAL_OPEN", "what was sealed is not in canonical form");
}

function attemptText(bytes) {
  try {
    return fromUtf8(bytes);
  } catch {
    return "";
  }
}

/** Return what the view of a seat is bound to: one step of the game and no other. */
export function viewInfo(head, seat) {
  return lengthPrefixed("view", head.game, head.seq, head.prev, head.order ?? "", seat);
}

/** Return what the seal of a letter is bound to. */
export function letterInfo({ game, seat, kind, window, rev, seen, batch }, plans) {
  const commits = batch.filter((entry) => entry.order === "sealed").map((entry) => entry.commit ?? "");
  return lengthPrefixed("letter", game, seat, kind, window, rev, seen, plans, ...commits);
}

/** Return what the seal of a memo is bound to. */
export function memoInfo(game, seat, { kind, window, rev, seen }) {
  return lengthPrefixed("memo", game, seat, kind, window, rev, seen);
}

/** Return what the sealed reason of a refusal is bound to. */
export function reasonInfo(game, seat, { head, order, code }) {
  return lengthPrefixed("reason", game, seat, head, order, code);
}
