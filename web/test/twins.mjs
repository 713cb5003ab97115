/**
 * @file Write letters that Python wrote too, and compare the bytes: `node test/twins.mjs FOLDER`.
 *
 * tests/web/test_core.py writes the folder and reads the report.
 */

import { readFileSync } from "node:fs";
import * as core from "../src/core.mjs";

const folder = process.argv[2];
const { letters, views, files, opened } = JSON.parse(readFileSync(`${folder}/twins.json`, "utf8"));
const games = new Map();

function gameOf(name) {
  if (!games.has(name)) {
    const game = core.readGame(readFileSync(`${folder}/${name}`));
    core.authenticate(game);
    games.set(name, game);
  }
  return games.get(name);
}

function personOf(seed) {
  return seed ? core.identityOf(core.fromHex(seed)) : null;
}

const WRITE = {
  play: (game, seat, who, rev, row) => core.playLetter(game, seat, who, rev, row),
  standing: (game, seat, who, rev, row) => core.standingLetter(game, seat, who, rev, row),
  join: (game, seat, who, rev, { name, lang, code }) =>
    core.joinLetter(game, seat, who, rev, { name, lang, code: core.readInvitation(code, game.state.game, seat) }),
  ready: (game, seat, who, rev) => core.readyLetter(game, seat, who, rev),
  note: (game, seat, who, rev, { text }) => core.noteLetter(game, seat, rev, text),
  stop: (game, seat, who, rev, { agree }) => core.stopLetter(game, seat, rev, agree),
  resign: (game, seat, who, rev) => core.resignLetter(game, seat, rev),
  rekey: (game, seat, who, rev, row) => core.rekeyLetter(game, seat, rev, personOf(row.new_seed)),
  endorse: (game, seat, who, rev, { of, pace }) =>
    pace ? core.endorsePaceLetter(game, seat, rev, pace) : core.endorseLetter(game, seat, rev, of),
};

async function made(row) {
  const who = personOf(row.seed);
  try {
    const letter = await WRITE[row.kind](gameOf(row.game), row.seat, who, row.rev, row);
    const file = await core.signLetter(letter, who);
    const text = core.armourOrder(file);
    const again = core.canonicalJson(core.readOrderFile(text)) === core.canonicalJson(file);
    return again ? { file: text, filed_as: core.fileName(letter) } : { unreadable: true };
  } catch (error) {
    if (error instanceof core.Fault) return { refused: error.code };
    throw error;
  }
}

const differences = [];
const counts = {};
for (const row of letters) {
  const { file, filed_as, refused } = row;
  const own = await made(row);
  if (own.file !== file || own.filed_as !== filed_as || own.refused !== refused) differences.push({ row, own });
  counts[row.kind] = (counts[row.kind] ?? 0) + 1;
}
for (const row of views) {
  const who = personOf(row.seed);
  const game = gameOf(row.game);
  const own = {
    view: core.canonicalJson(await core.openView(game, row.seat, who)),
    memo: await core.openMemo(game, row.seat, who),
    seats: (await core.ownSeats(game, who)).join(),
    head: core.headId(game),
    line: await core.seatLine(game, row.seat, who),
  };
  const same = own.view === core.canonicalJson(row.view) && own.memo === row.memo && own.seats === row.seats.join();
  if (!same || own.head !== row.head || own.line !== row.line) differences.push({ row, own });
}
for (const { toml, value } of files) {
  const own = core.canonicalJson(core.parseToml(toml));
  if (own !== core.canonicalJson(value)) differences.push({ row: toml, own });
}
for (const row of opened) {
  const who = personOf(row.seed);
  const game = gameOf(row.game);
  const own = await core.openOwnLetter(game, row.letter, who);
  const memo = await core.memoOf(game, row.letter, who);
  const same = core.canonicalJson(own) === core.canonicalJson(row.opened) && memo === row.memo;
  if (!same) differences.push({ row, own });
}
const found = { letters: counts, views: views.length, files: files.length, opened: opened.length };
console.log(JSON.stringify({ ...found, wrong: differences.length, differences: differences.slice(0, 3) }));
