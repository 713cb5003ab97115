/** @file What tests/web/test_storage.py calls in a real browser: the core and its storage as one global object. */

import * as core from "../src/core.mjs";
import * as storage from "../src/storage.mjs";

/** Return what work returns, or the code of its refusal. */
async function outcome(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof core.Fault) return { refused: error.code, message: error.message };
    throw error;
  }
}

/** Return the text of a note that a key sends, and whether it was sent before. */
async function note(database, game, identity, seat, text, more = {}) {
  const make = (rev) => core.noteLetter(game, seat, rev, text);
  return storage.sendLetter(database, game, identity, { seat, kind: "note", make, ...more });
}

/** Return a secret answer that a key sends. */
async function play(database, game, identity, seat, order, more = {}) {
  const make = (rev) => core.playLetter(game, seat, identity, rev, { orders: [order], secret: [true] });
  return storage.sendLetter(database, game, identity, { seat, kind: "play", make, ...more });
}

globalThis.lpbe = { ...core, ...storage, outcome, note, play };
