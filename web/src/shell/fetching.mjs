/** @file Fetch files of games: bounded, without cookies, and with a reason in words for whatever goes wrong. */

import { Fault } from "../core/fault.mjs";
import { currentLanguage, refusal } from "./texts.mjs";

const PATIENCE_MS = 20_000;
const MAX_BYTES = { "game.toml": 2 << 20, "log.jsonl": 64 << 20 };
const MAX_OTHER_BYTES = 2 << 20;
const MAX_ANSWER_BYTES = 256 << 10;

/** Return the response to a request; a network that fails is a refusal. */
export async function request(url, options = {}) {
  try {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const plain = { credentials: "omit", referrerPolicy: "no-referrer", redirect: "follow", signal: patience };
    return await fetch(url, { ...plain, ...options });
  } catch {
    throw refusal("E_OFFLINE", "offline");
  }
}

/** Return the body of a response as text, within a limit. */
async function bodyText(response, limit) {
  const parts = [];
  let size = 0;
  try {
    for (const reader = response.body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > limit) {
        await reader.cancel();
        throw refusal("E_FILE_SIZE", "server.large");
      }
      parts.push(value);
    }
  } catch (error) {
    throw error instanceof Fault ? error : refusal("E_OFFLINE", "offline");
  }
  return new Blob(parts).text();
}

/** Return a file of a game folder as text, or null if there is none. */
export async function fetchText(address, name) {
  const response = await request(new URL(name, address), { cache: "no-cache" });
  if (response.status === 404 || response.status === 410) return null;
  if (!response.ok) throw refusal("E_SERVER", "server.status", { status: response.status });
  return bodyText(response, MAX_BYTES[name] ?? MAX_OTHER_BYTES);
}

/** Return whether a file is there; null if the server does not say. */
export async function fileExists(address, name) {
  const response = await request(new URL(name, address), { method: "HEAD", cache: "no-store" });
  if (response.ok) return true;
  return response.status === 404 ? false : null;
}

/** Return plain data that a server sent, or null if it is not JSON. */
export async function fetchData(url) {
  const response = await request(url, { cache: "no-cache" });
  return response.ok ? parse(await bodyText(response, MAX_ANSWER_BYTES)) : null;
}

/** Hand a letter to a server; return its status and its answer, or null in place of an answer that is not one. */
export async function postLetter(address, text) {
  const response = await request(new URL("inbox", address), {
    method: "POST",
    body: text,
    headers: { "content-type": "text/plain", "accept-language": currentLanguage() },
  });
  return { status: response.status, answer: parse(await bodyText(response, MAX_ANSWER_BYTES)) };
}

function parse(text) {
  try {
    const data = JSON.parse(text);
    return typeof data === "object" ? data : null;
  } catch {
    return null;
  }
}
