/** @file The reader's keys: those that the browser keeps, and those given for this visit only. */

import { base64 } from "../core/bytes.mjs";
import { Fault } from "../core/fault.mjs";
import { identityOf, publicKeysOf, readKeyFile, readSecretLine } from "../core/keys.mjs";
import { unlockLine } from "../core/locked_keys.mjs";
import { askToPersist } from "../storage/database.mjs";
import { forgetKeys, keepKeys, listKeys, loadIdentity } from "../storage/key_store.mjs";
import { keyName } from "../storage/webcrypto_keys.mjs";

/** The keys that can be used now, by their names. */
export class Keyring {
  #database;
  #visiting = new Map();

  constructor(database) {
    this.#database = database;
  }

  /** Return name, label and date of every key; `kept` is false for those of this visit. */
  async list() {
    const kept = (await listKeys(this.#database)).map((key) => ({ ...key, kept: true }));
    const names = new Set(kept.map(({ name }) => name));
    const visiting = [...this.#visiting].filter(([name]) => !names.has(name));
    return [...kept, ...visiting.map(([name, { label, created }]) => ({ name, label, created, kept: false }))];
  }

  /** Return what a key can do, or null. */
  async identity(name) {
    return this.#visiting.get(name)?.identity ?? (await loadIdentity(this.#database, name));
  }

  /** Return the name of the key that plays in a game, and what it can do; null if none does. */
  async playerIn(game) {
    const keys = await this.list();
    const own = keys.find(({ name }) => game.state.seats.some((record) => record.sign === name));
    return own ? { name: own.name, identity: await this.identity(own.name) } : null;
  }

  /**
   * Add the key of a seed; the browser keeps it if it can, and if that is wanted. Return its name and whether it is kept.
   *
   * The caller forgets the seed.
   */
  async add(seed, { label, created, keep = true }) {
    const name = keyName(publicKeysOf(seed));
    if (keep) {
      try {
        await keepKeys(this.#database, seed, label, created);
        askToPersist(); // some browsers ask the reader, who may take their time
        return { name, kept: true };
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
      }
    }
    this.#visiting.set(name, { identity: identityOf(Uint8Array.from(seed)), label, created });
    return { name, kept: false };
  }

  async forget(name) {
    this.#visiting.delete(name);
    await forgetKeys(this.#database, name);
  }
}

/** Return the seed in a line or file that somebody pasted or chose; `passphrase` opens a locked one. */
export async function readSeed(text, passphrase) {
  if (/^\s*LPBE-SECRET-1/i.test(text) && !text.includes("#")) return readSecretLine(text);
  const { seed, locked } = readKeyFile(text);
  return seed ?? unlockLine(locked, passphrase);
}

/** Return whether a text is a key that a passphrase protects. */
export function isLocked(text) {
  return text.includes("LPBE-SECRET-ENC-1-");
}

/** Return the beginning of a key's name, by which people tell keys apart. */
export function shortKey(name) {
  return name.slice(0, 8);
}

/** Return a secret line in groups of four, as it is written down. */
export function inGroups(line) {
  const [, head, body] = /^(LPBE-SECRET-1-)(.*)$/.exec(line);
  return [head, ...body.match(/.{1,4}/g)];
}

/** Return the name of the key of an identity. */
export function nameOf(identity) {
  return base64(identity.signPublic);
}
