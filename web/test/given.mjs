/** @file What the tests share: vectors, recorded games, and what a refusal is called. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as core from "../src/core.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GAMES = `${ROOT}tests/compatibility/0.1.0/`;

/** Return the data in a file of tests/vectors. */
export function vectors(name) {
  return JSON.parse(readFileSync(`${ROOT}tests/vectors/${name}.json`, "utf8"));
}

/** Return the vectors that docs/protocol.md lists, by name. */
export function pageVectors() {
  const page = readFileSync(`${ROOT}docs/protocol.md`, "utf8");
  const block = page.split("\n```vectors\n")[1].split("```")[0];
  return new Map(
    block
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(" = ")), line.slice(line.indexOf(" = ") + 3)]),
  );
}

/** Return the text of a file of a recorded game. */
export function recorded(game, part, file = "game.toml") {
  return readFileSync(`${GAMES}${game}/${part}/${file}`, "utf8");
}

/** Return a recorded game, read and authenticated. */
export function recordedGame(game, part = "unfinished") {
  const read = core.readGame(recorded(game, part));
  core.authenticate(read);
  return read;
}

/** Return the recorded keys of a person. */
export function personOf(name) {
  return core.identityOf(core.readKeyFile(readFileSync(`${ROOT}tests/compatibility/keys/${name}`, "utf8")).seed);
}

/** Return the code of the refusal that work ends in, or "accepted". */
export async function codeOf(work) {
  try {
    await work();
    return "accepted";
  } catch (error) {
    if (error instanceof core.Fault) return error.code;
    throw error;
  }
}

/** Return a copy of plain data. */
export function copy(value) {
  return JSON.parse(JSON.stringify(value));
}

export const RECORDED = [
  "aquarius",
  "arboria",
  "both",
  "living-planet",
  "moss",
  "pebbles",
  "planet-2116",
  "terra_h2o",
  "weeks",
];
