/** @file What this client remembers beside keys and pins: settings, the reader's games, and where letters went. */

import { FILES, readAll, readRecord, removeRecord, SETTINGS, updateRecord } from "../storage/database.mjs";

const GAME = "game ";
const DEFAULTS = { lang: "", theme: "" };

export async function readSettings(database) {
  return { ...DEFAULTS, ...(await readRecord(database, SETTINGS, "settings")) };
}

export async function changeSettings(database, changes) {
  return updateRecord(database, SETTINGS, "settings", (before) => ({ ...DEFAULTS, ...before, ...changes }));
}

/** Return what is remembered of all games, the last one opened first. */
export async function listGames(database) {
  const all = await readAll(database, SETTINGS);
  const games = [...all].filter(([name]) => name.startsWith(GAME)).map(([, record]) => record);
  return games.sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** Return what is remembered of a game: `sent` has the ways of letters by their ids, `ways` the addresses of the host. */
export async function readGameRecord(database, address) {
  return (await readRecord(database, SETTINGS, GAME + address)) ?? { address, sent: {}, ways: {} };
}

export async function changeGameRecord(database, address, change) {
  return updateRecord(database, SETTINGS, GAME + address, (before) => {
    const record = before ?? { address, sent: {}, ways: {} };
    return { ...record, ...change(record) };
  });
}

/** Remember how a letter left, or what was answered. */
export async function noteLetter(database, address, order, changes) {
  return changeGameRecord(database, address, ({ sent }) => ({
    sent: { ...sent, [order]: { ...sent[order], ...changes } },
  }));
}

/** Keep the files of a game, for days without a network and for games that came as files. */
export async function keepFiles(database, address, texts) {
  await updateRecord(database, FILES, address, () => texts);
}

export async function readFiles(database, address) {
  return readRecord(database, FILES, address);
}

/** Forget a game; keys, and what they signed, stay remembered. */
export async function forgetGame(database, address) {
  await removeRecord(database, SETTINGS, GAME + address);
  await removeRecord(database, FILES, address);
}
