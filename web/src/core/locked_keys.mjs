/** @file Keys under a passphrase: Argon2id, then XChaCha20-Poly1305 (protocol 2.1). */

import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { concat, utf8 } from "./bytes.mjs";
import { Fault, require } from "./fault.mjs";
import { decodeKeyLine, encodeKeyLine, LOCKED_PREFIX } from "./keys.mjs";

const SALT_BYTES = 16;
const NONCE_BYTES = 24;
const SEALED_SEED_BYTES = 48;
const PASSES = 3;
const MEMORY_KIB = 256 * 1024;
const TOO_LITTLE_MEMORY = "this device has too little memory to read a key with a passphrase";

async function stretch(passphrase, salt) {
  const settings = { iterations: PASSES, memorySize: MEMORY_KIB, parallelism: 1, hashLength: 32, outputType: "binary" };
  try {
    const { argon2id } = await import("./argon2.mjs"); // 11 KB that other keys do not need
    return await argon2id({ password: utf8(passphrase), salt, ...settings });
  } catch {
    throw new Fault("E_KEY_MEMORY", TOO_LITTLE_MEMORY);
  }
}

/** Return the secret line of a seed encrypted with a passphrase; `fresh` is 40 random bytes: salt and nonce. */
export async function lockSeed(seed, passphrase, fresh) {
  require(passphrase, "E_KEY_PASSPHRASE", "the passphrase is empty");
  const salt = fresh.subarray(0, SALT_BYTES);
  const nonce = fresh.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
  const body = xchacha20poly1305(await stretch(passphrase, salt), nonce, utf8(LOCKED_PREFIX)).encrypt(seed);
  return encodeKeyLine(LOCKED_PREFIX, concat(salt, nonce, body));
}

/** Return the seed in a secret line that a passphrase encrypts. */
export async function unlockLine(line, passphrase) {
  const raw = decodeKeyLine(LOCKED_PREFIX, line, SALT_BYTES + NONCE_BYTES + SEALED_SEED_BYTES);
  const salt = raw.subarray(0, SALT_BYTES);
  const nonce = raw.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
  require(passphrase, "E_KEY_PASSPHRASE", "the passphrase is wrong for this key");
  const cipher = xchacha20poly1305(await stretch(passphrase, salt), nonce, utf8(LOCKED_PREFIX));
  try {
    return cipher.decrypt(raw.subarray(SALT_BYTES + NONCE_BYTES));
  } catch {
    throw new Fault("E_KEY_PASSPHRASE", "the passphrase is wrong for this key");
  }
}
