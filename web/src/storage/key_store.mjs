/** @file Keep keys in the browser, and read each back before anybody relies on it. */

import { KEYS, readAll, readRecord, removeRecord, updateRecord } from "./database.mjs";
import { Fault } from "../core/fault.mjs";
import { publicKeysOf } from "../core/keys.mjs";
import { identityOfKeys, importKeys, keyName, keysWork } from "./webcrypto_keys.mjs";

const UNABLE = "this browser cannot keep keys; give yours each time, or use another browser";

/**
 * Keep the keys of a seed under a label that their owner chose; return their name.
 *
 * Some engines store a sealing key and give nothing back: then it is stored encrypted instead. If that fails too,
 * nothing is kept.
 */
export async function keepKeys(database, seed, label, created = "") {
  const name = keyName(publicKeysOf(seed));
  for (const wrapped of [false, true]) {
    if (await storeAndProbe(database, name, seed, { label, created, wrapped })) return name;
  }
  await removeRecord(database, KEYS, name);
  throw new Fault("E_KEY_STORE", UNABLE);
}

async function storeAndProbe(database, name, seed, { label, created, wrapped }) {
  const keys = await importKeys(seed, wrapped);
  try {
    await updateRecord(database, KEYS, name, () => ({ ...keys, label, created }));
    const kept = await readRecord(database, KEYS, name);
    return kept !== undefined && kept !== null && (await keysWork(kept, publicKeysOf(seed)));
  } catch (error) {
    if (!wrapped && error instanceof Fault) return false;
    throw error;
  }
}

/** Return what the kept keys of this name can do, or null if there are none. */
export async function loadIdentity(database, name) {
  const keys = await readRecord(database, KEYS, name);
  return keys ? identityOfKeys(keys) : null;
}

/** Return name, label and date of every key that is kept. */
export async function listKeys(database) {
  const all = await readAll(database, KEYS);
  return [...all].map(([name, { label, created }]) => ({ name, label, created }));
}

/** Forget keys; what was signed with them stays remembered. */
export async function forgetKeys(database, name) {
  await removeRecord(database, KEYS, name);
}

/** Return the seed of a new key. */
export function newSeed() {
  return crypto.getRandomValues(new Uint8Array(32));
}
