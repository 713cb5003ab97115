/** @file A person's keys, all derived from one seed, and the text of key files (protocol 2.1). */

import { ed25519, x25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base32, base64, concat, fromBase32, fromBase64, fromUtf8, utf8 } from "./bytes.mjs";
import { deriveKey, expand, lengthPrefixed } from "./canonical.mjs";
import { checkSealKey, checkSignKey, exchange } from "./curve.mjs";
import { Fault, require } from "./fault.mjs";
import { sshLine } from "./signatures.mjs";

const PLAIN_PREFIX = "LPBE-SECRET-1-";
export const LOCKED_PREFIX = "LPBE-SECRET-ENC-1-";
const PUBLIC_PREFIX = "lpbe-pub-1";
const CHECKSUM_BYTES = 3;
const SEED_BYTES = 32;
const DAMAGED = "this lpbe key is incomplete";

/** Derive one of a person's three secrets from their seed, under the label of version 1: keys outlive formats. */
export function deriveFromSeed(seed, label) {
  return expand(seed, lengthPrefixed("lpbe/v1", label));
}

/**
 * Return what a person's keys can do, without the keys: the two public halves and three functions.
 *
 * `webcrypto_keys.mjs` returns the same for keys that the browser keeps and no script can read.
 */
export function identityOf(seed) {
  require(seed.length === SEED_BYTES, "E_KEY_FORMAT", DAMAGED);
  const signSeed = deriveFromSeed(seed, "sign");
  const sealSecret = deriveFromSeed(seed, "seal");
  const root = deriveFromSeed(seed, "derive");
  return {
    signPublic: ed25519.getPublicKey(signSeed),
    sealPublic: x25519.getPublicKey(sealSecret),
    sign: async (bytes) => ed25519.sign(bytes, signSeed),
    exchange: async (publicKey) => exchange(sealSecret, publicKey),
    derive: async (label, ...parts) => deriveKey(root, label, ...parts),
  };
}

/** Return the public halves of the keys of a seed. */
export function publicKeysOf(seed) {
  const { signPublic, sealPublic } = identityOf(seed);
  return { signPublic, sealPublic };
}

/** Return a key as one line: prefix, key and checksum. */
export function encodeKeyLine(prefix, payload) {
  return prefix + base32(concat(payload, sha256(concat(utf8("lpbe key v1"), payload)).subarray(0, CHECKSUM_BYTES)));
}

/** Return the key in a line, if the line has the right length and checksum. */
export function decodeKeyLine(prefix, line, size) {
  const decoded = fromBase32(line.slice(prefix.length));
  const payload = decoded?.slice(0, -CHECKSUM_BYTES);
  const sound = payload?.length === size && encodeKeyLine(prefix, payload) === line;
  require(sound, "E_KEY_FORMAT", DAMAGED);
  return payload;
}

/** Return the secret line of a seed: what is written down as a backup. */
export function secretLine(seed) {
  return encodeKeyLine(PLAIN_PREFIX, seed);
}

/** Return the seed in what somebody typed or pasted as a secret line: spaces and lower case do no harm. */
export function readSecretLine(typed) {
  const line = typed.replace(/\s+/g, "").toUpperCase();
  require(line.startsWith(PLAIN_PREFIX), "E_KEY_FORMAT", DAMAGED);
  return decodeKeyLine(PLAIN_PREFIX, line, SEED_BYTES);
}

/** Return the content of a key file: `{seed}`, or `{locked}` if a passphrase encrypts its line. */
export function readKeyFile(content) {
  const all = content instanceof Uint8Array ? fromUtf8(content) : content;
  const body = all
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("#"));
  const secrets = body.filter((line) => line.startsWith("LPBE-SECRET-"));
  const others = body.filter((line) => !line.startsWith("LPBE-SECRET-"));
  require(secrets.length === 1 && others.length <= 1, "E_KEY_FORMAT", DAMAGED);
  if (others.length) {
    require(others[0].startsWith("ssh "), "E_KEY_FORMAT", DAMAGED);
    throw new Fault("E_KEY_SSH", "an SSH key signs for this lpbe key, and a browser cannot use it");
  }
  if (secrets[0].startsWith(LOCKED_PREFIX)) return { locked: secrets[0] };
  require(secrets[0].startsWith(PLAIN_PREFIX), "E_KEY_FORMAT", DAMAGED);
  return { seed: decodeKeyLine(PLAIN_PREFIX, secrets[0], SEED_BYTES) };
}

/** Return the text of a key file; `line` is the secret line, encrypted or not. */
export function keyFileText({ signPublic, sealPublic }, name, day, line) {
  const comments = [
    `# lpbe key "${name}", made ${day}`,
    `# sign ${sshLine(signPublic)} lpbe:${name}`,
    `# seal lpbe-seal-1:${base64(sealPublic)}`,
  ];
  return `${[...comments, line].join("\n")}\n`;
}

/** Return the line with a person's public keys, to be sent to a host. */
export function publicLine({ signPublic, sealPublic }) {
  return `${PUBLIC_PREFIX} ${base64(signPublic)} ${base64(sealPublic)}`;
}

/** Return the public keys in such a line, checked. */
export function readPublicLine(line) {
  const words = line.trim().split(/\s+/);
  const template = "a public key is one line: lpbe-pub-1 SIGN SEAL";
  require(words.length === 3 && words[0] === PUBLIC_PREFIX, "E_KEY_FORMAT", template);
  const [sign, seal] = words.slice(1);
  checkSignKey(fromBase64(sign, "E_KEY_FORMAT"));
  checkSealKey(fromBase64(seal, "E_KEY_FORMAT"));
  return { sign, seal };
}
