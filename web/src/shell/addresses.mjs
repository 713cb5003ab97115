/** @file Addresses of games: a name below this page, the address of a game folder, or files of this device. */

import { refusal } from "./texts.mjs";

const LOCAL = "file:";
const GAME_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}$/u;

/** Return the address of the folder that this page is in, or null for a page that was opened as a file. */
export function ownBase(here = location.href) {
  const url = new URL("./", here.replace(/[?#].*$/s, ""));
  return /^https?:$/.test(url.protocol) ? url.href : null;
}

/**
 * Return the address of a game folder, ending in "/", from a name or an address as people write it.
 *
 * Only https is let in, and http of this device: what comes over the network unencrypted could be replaced underway.
 */
export function gameAddress(game, base = ownBase()) {
  if (game.startsWith(LOCAL)) return game;
  if (base && GAME_NAME.test(game)) return new URL(`games/${encodeURIComponent(game)}/`, base).href;
  let url;
  try {
    url = new URL(game);
  } catch {
    throw refusal("E_ADDRESS", "address.bad");
  }
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  const own = base !== null && url.origin === new URL(base).origin;
  const safe = url.protocol === "https:" || (url.protocol === "http:" && (loopback || own));
  if (!safe || url.username || url.password) throw refusal("E_ADDRESS", "address.bad");
  url.hash = url.search = "";
  url.pathname = url.pathname.replace(/\/(game\.(toml|json)|log\.jsonl|index\.html)?$/, "") + "/";
  return url.href;
}

/** Return how a game is named in the fragment: by its name if it is below this page, else by its address. */
export function shortName(address, base = ownBase()) {
  const folder = base && new URL("games/", base).href;
  const name = folder && address.startsWith(folder) ? decodeURIComponent(address.slice(folder.length, -1)) : "";
  return GAME_NAME.test(name) ? name : address;
}

/** Return the last part of an address, for people. */
export function plainName(address) {
  if (isLocal(address)) return address.slice(LOCAL.length, LOCAL.length + 12);
  return decodeURIComponent(address.split("/").filter(Boolean).at(-1));
}

/** Return the address of a game that was given as files. */
export function localAddress(gameId) {
  return LOCAL + gameId;
}

export function isLocal(address) {
  return address.startsWith(LOCAL);
}

/** Return the address below which a server lists its games, if a game is where `lpbe serve` has it. */
export function serverOf(address) {
  return /^(.*\/)games\/[^/]+\/$/.exec(address)?.[1] ?? null;
}
