/** @file Points and keys: which of them are sound, and signatures as strict as libsodium's (protocol 1.4, 2.4). */

import { ed25519, x25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { concat, equal, littleEndian } from "./bytes.mjs";
import { Fault, require } from "./fault.mjs";

export const { Point } = ed25519;
export const { Fn: Scalar } = Point;
export const FIELD = 2n ** 255n - 19n;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const WEAK_SIGN = "the signing key is weak: anybody could use it";
const WEAK_SEAL = "the sealing key is weak: anybody could use it";

/** Return the point of a canonical encoding (RFC 8032), or null. */
export function decodePoint(bytes) {
  try {
    return Point.fromBytes(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

/** Return the point of a key in the prime-order group, or null. */
export function decodeKey(bytes) {
  const point = bytes.length === KEY_BYTES ? decodePoint(bytes) : null;
  return point && !point.is0() && point.isTorsionFree() ? point : null;
}

/** Refuse signing and draw keys outside the prime-order group: one signature would fit every message. */
export function checkSignKey(bytes) {
  require(decodeKey(bytes), "E_KEY_WEAK", WEAK_SIGN);
}

/** Refuse sealing keys of small order, whose shared secret everybody knows, and second encodings of a key. */
export function checkSealKey(bytes) {
  require(bytes.length === KEY_BYTES && littleEndian(bytes) < FIELD, "E_KEY_WEAK", WEAK_SEAL);
  exchange(new Uint8Array(KEY_BYTES).fill(9), bytes);
}

/** Return the shared secret of two sealing keys; refuse a public key that gives zero. */
export function exchange(secret, publicKey) {
  try {
    return x25519.getSharedSecret(secret, publicKey);
  } catch {
    throw new Fault("E_KEY_WEAK", WEAK_SEAL);
  }
}

/**
 * Return whether an Ed25519 signature is valid, as libsodium decides it.
 *
 * The library's own check multiplies by the cofactor and so accepts signatures that libsodium refuses.
 */
export function isSignature(publicKey, message, signature) {
  if (signature.length !== SIGNATURE_BYTES || publicKey.length !== KEY_BYTES) return false;
  const R = signature.subarray(0, KEY_BYTES);
  const s = littleEndian(signature.subarray(KEY_BYTES));
  const key = decodePoint(publicKey);
  const shown = decodePoint(R);
  if (s >= Scalar.ORDER || !key || !shown || key.isSmallOrder() || shown.isSmallOrder()) return false;
  const challenge = Scalar.create(littleEndian(sha512(concat(R, publicKey, message))));
  const computed = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(challenge));
  return equal(computed.toBytes(), R);
}
