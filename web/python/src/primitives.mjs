/**
 * @file The arithmetic behind verification, for `sodium.py`: the one interface through which Python asks JavaScript.
 *
 * Everything takes and returns bytes. Where libsodium would fail, the answer is null. Nothing here signs, and nothing
 * reads a key file: the key stays with the page.
 */

import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import { ed25519, x25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";

const { Point } = ed25519;
const { Fn: Scalar } = Point;
const SIZE = 32;

function littleEndian(bytes) {
  return bytes.reduceRight((sum, one) => (sum << 8n) | BigInt(one), 0n);
}

function toBytes(number) {
  return Uint8Array.from({ length: SIZE }, (_, at) => Number((number >> BigInt(8 * at)) & 255n));
}

function scalar(bytes) {
  return Scalar.create(littleEndian(bytes));
}

/** Return the point of an encoding; as in libsodium, it need not be the shortest one. */
function decode(bytes) {
  return Point.fromBytes(Uint8Array.from(bytes), true);
}

function concat(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Return the same function with null in place of an exception. */
function orNull(work) {
  return (...args) => {
    try {
      return work(...args);
    } catch {
      return null;
    }
  };
}

/** Return a point of the prime-order group, or null. */
function groupPoint(bytes) {
  const point = Point.fromBytes(Uint8Array.from(bytes));
  return point.is0() || !point.isTorsionFree() ? null : point;
}

/**
 * Return whether a signature is valid, as libsodium decides it.
 *
 * The library's own check multiplies by the cofactor and so accepts signatures that libsodium refuses.
 */
function isSignature(signature, message, publicKey) {
  const R = signature.subarray(0, SIZE);
  const s = littleEndian(signature.subarray(SIZE));
  const key = Point.fromBytes(Uint8Array.from(publicKey));
  const shown = Point.fromBytes(Uint8Array.from(R));
  if (s >= Scalar.ORDER || key.isSmallOrder() || shown.isSmallOrder()) return false;
  const challenge = scalar(sha512(concat(R, publicKey, message)));
  const computed = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(challenge)).toBytes();
  return computed.every((one, at) => one === R[at]);
}

export const primitives = {
  signPublic: (seed) => ed25519.getPublicKey(seed),
  isSignature: (...args) => orNull(isSignature)(...args) ?? false,
  isValidPoint: (bytes) => Boolean(orNull(groupPoint)(bytes)),
  pointAdd: orNull((one, other) => decode(one).add(decode(other)).toBytes()),
  pointSub: orNull((one, other) => decode(one).subtract(decode(other)).toBytes()),
  pointMul: orNull((by, bytes) => {
    const product = groupPoint(bytes).multiplyUnsafe(scalar(by));
    return product.is0() ? null : product.toBytes();
  }),
  pointBaseMul: orNull((by) => {
    const product = Point.BASE.multiplyUnsafe(scalar(by));
    return product.is0() ? null : product.toBytes();
  }),
  scalarAdd: (one, other) => toBytes(Scalar.create(littleEndian(one) + littleEndian(other))),
  scalarMul: (one, other) => toBytes(Scalar.create(littleEndian(one) * littleEndian(other))),
  scalarReduce: (wide) => toBytes(scalar(wide)),
  exchange: orNull((secret, publicKey) => x25519.getSharedSecret(secret, publicKey)),
  exchangePublic: (secret) => x25519.getPublicKey(secret),
  seal: (text, data, nonce, key) => chacha20poly1305(key, nonce, data).encrypt(text),
  open: orNull((body, data, nonce, key) => chacha20poly1305(key, nonce, data).decrypt(body)),
};
