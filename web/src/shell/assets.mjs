/** @file The client's own files: beside the page, each checked by its hash, or inside the page. */

import { refusal } from "./texts.mjs";

/** Return the hash that names this client: that of the list of all its files. */
export function clientHash() {
  return document.querySelector('meta[name="lpbe-client"]')?.content ?? "";
}

/** Return whether this is the client in one file. */
export function isSingleFile() {
  return Boolean(document.getElementById("asset-files.json"));
}

/** Return a file of the client as a buffer of its own. */
export async function readAsset(name) {
  const inside = document.getElementById(`asset-${name}`);
  if (inside) return fromBase64(inside.textContent);
  const { [name]: listed } = JSON.parse(document.getElementById("assets").textContent);
  try {
    const response = await fetch(listed.path, { integrity: listed.integrity });
    if (response.ok) return await response.arrayBuffer();
  } catch {
    // refused below
  }
  throw refusal("E_CLIENT_FILE", "asset.missing", { name });
}

async function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
}
