/** @file Verifiable draws: ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381, in the prime-order group (protocol 7). */

import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { concat, equal, hex, littleEndian, littleEndian32 } from "./bytes.mjs";
import { canonicalBytes, taggedHash } from "./canonical.mjs";
import { decodeKey, decodePoint, FIELD, Point, Scalar } from "./curve.mjs";
import { Fault, require } from "./fault.mjs";

const SUITE = 3;
const MAX_TRIES = 256;
const PROOF_BYTES = 80;
const FALSE = "the proof of a draw is false";
const SITTER_FIELDS = ["id", "name", "sign", "seal", "draw", "tie", "held"];

/** Return the id of who plays with which keys; draws are made for it. */
export function rosterId(state) {
  const sitters = state.seats.map((seat) => Object.fromEntries(SITTER_FIELDS.map((name) => [name, seat[name]])));
  return hex(taggedHash("roster", state.game, canonicalBytes(sitters)));
}

/** Return the public key of a draw seed. */
export function drawPublic(seed) {
  return ed25519.utils.getExtendedPublicKey(seed).pointBytes;
}

function hashToCurve(publicKey, text) {
  for (let count = 0; count < MAX_TRIES; count++) {
    const input = concat(Uint8Array.of(SUITE, 1), publicKey, text, Uint8Array.of(count, 0));
    const guess = sha512(input).subarray(0, 32);
    const point = littleEndian(guess) % 2n ** 255n < FIELD ? decodePoint(guess)?.clearCofactor() : null;
    if (point && !point.is0()) return point;
  }
  throw new Fault("E_PROOF", FALSE);
}

function challenge(...points) {
  return sha512(concat(Uint8Array.of(SUITE, 2), ...points, Uint8Array.of(0))).subarray(0, 16);
}

/** Return the proof of the value that a seed's key gives for a text. */
export function proveDraw(seed, text) {
  const { scalar, prefix, pointBytes } = ed25519.utils.getExtendedPublicKey(seed);
  const base = hashToCurve(pointBytes, text);
  const nonce = Scalar.create(littleEndian(sha512(concat(prefix, base.toBytes()))));
  const gamma = base.multiply(scalar).toBytes();
  const commits = [Point.BASE.multiply(nonce).toBytes(), base.multiply(nonce).toBytes()];
  const c = challenge(pointBytes, base.toBytes(), gamma, ...commits);
  return concat(gamma, c, littleEndian32(Scalar.create(nonce + littleEndian(c) * scalar)));
}

/** Return the value that a key gives for a text, if the proof is valid. */
export function checkDraw(publicKey, text, proof) {
  require(proof.length === PROOF_BYTES, "E_PROOF", FALSE);
  const [gammaBytes, c, s] = [proof.subarray(0, 32), proof.subarray(32, 48), littleEndian(proof.subarray(48))];
  const key = decodeKey(publicKey);
  const gamma = decodeKey(gammaBytes);
  const scalar = littleEndian(c);
  require(key && gamma && scalar !== 0n && s !== 0n && s < Scalar.ORDER, "E_PROOF", FALSE);
  const base = hashToCurve(publicKey, text);
  const U = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(scalar));
  const V = base.multiplyUnsafe(s).subtract(gamma.multiplyUnsafe(scalar));
  const again = challenge(publicKey, base.toBytes(), gammaBytes, U.toBytes(), V.toBytes());
  require(equal(again, c), "E_PROOF", FALSE);
  return sha512(concat(Uint8Array.of(SUITE, 3), gamma.clearCofactor().toBytes(), Uint8Array.of(0)));
}
