/** @file The browser's database: keys, pins, settings, files of games. What is written is on the disk, and is read again. */

import { canonicalJson } from "../core/canonical.mjs";
import { Fault } from "../core/fault.mjs";

const NAME = "lpbe";
const VERSION = 1;
export const KEYS = "keys";
export const PINS = "pins";
export const SETTINGS = "settings";
export const FILES = "files";
const LOST = "this browser did not keep what was stored; make room, or leave private browsing";

function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function completed(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was aborted"));
  });
}

function storageFault(error) {
  return error instanceof Fault ? error : new Fault("E_STORAGE", LOST, { error: error?.name ?? "" });
}

/** Open the database; a second tab with an older version of this client lets go of it. */
export async function openDatabase(name = NAME) {
  try {
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => {
      for (const store of [KEYS, PINS, SETTINGS, FILES]) request.result.createObjectStore(store);
    };
    const database = await answered(request);
    database.onversionchange = () => database.close();
    return database;
  } catch (error) {
    throw storageFault(error);
  }
}

/** Return the record of this name, or undefined. */
export async function readRecord(database, store, name) {
  try {
    return await answered(database.transaction(store).objectStore(store).get(name));
  } catch (error) {
    throw storageFault(error);
  }
}

/** Return all records of a store, by their names. */
export async function readAll(database, store) {
  try {
    const shelf = database.transaction(store).objectStore(store);
    const [names, values] = await Promise.all([answered(shelf.getAllKeys()), answered(shelf.getAll())]);
    return new Map(names.map((name, at) => [name, values[at]]));
  } catch (error) {
    throw storageFault(error);
  }
}

/**
 * Replace a record by what a function makes of it, in one transaction, and return the new record.
 *
 * Transactions on one store never overlap, not even those of two tabs: nothing is lost between reading and writing. A
 * refusal by the function leaves the record as it was.
 */
export async function updateRecord(database, store, name, change) {
  let fault = null;
  let written;
  try {
    const transaction = database.transaction(store, "readwrite", { durability: "strict" });
    const done = completed(transaction);
    const shelf = transaction.objectStore(store);
    shelf.get(name).onsuccess = ({ target }) => {
      try {
        written = change(target.result);
        shelf.put(written, name);
      } catch (error) {
        fault = error;
        transaction.abort();
      }
    };
    await done;
    return written;
  } catch (error) {
    throw fault ?? storageFault(error);
  }
}

/**
 * Do the same with a table of plain data, and read it again: some browsers say yes and keep nothing.
 *
 * Each version has a number, since another tab may have written a later one in the meantime.
 */
export async function updatePlain(database, store, name, change) {
  const written = await updateRecord(database, store, name, (before) => {
    return { ...change(before), version: (before?.version ?? 0) + 1 };
  });
  const kept = await readRecord(database, store, name);
  const isLater = kept?.version > written.version;
  if (!isLater && (!kept || canonicalJson(kept) !== canonicalJson(written))) throw new Fault("E_STORAGE", LOST);
  return written;
}

/** Remove a record. */
export async function removeRecord(database, store, name) {
  try {
    const transaction = database.transaction(store, "readwrite", { durability: "strict" });
    transaction.objectStore(store).delete(name);
    await completed(transaction);
  } catch (error) {
    throw storageFault(error);
  }
}

/** Ask the browser not to clear what is stored; return whether it agreed. */
export async function askToPersist() {
  try {
    return (await navigator.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}
