/** @file Canonical JSON, tagged hashes, ids and derived keys (protocol 1.1, 1.2, 4). */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bigEndian4, concat, hex, utf8 } from "./bytes.mjs";
import { Fault, require } from "./fault.mjs";

const LABEL = "lpbe/v2";
const MAX_DEPTH = 24;

/** Return the canonical JSON of plain data; refuse everything that has none. A field that is undefined is left out. */
export function canonicalJson(value, depth = 0) {
  if (value === true || value === false) return String(value);
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return string(value);
  require(typeof value === "object" &&
    value !== null, "E_SCHEMA", "a value of this type is not allowed in a game file");
  require(depth <= MAX_DEPTH, "E_FILE_DEPTH", "values are nested too deeply");
  if (Array.isArray(value)) return `[${Array.from(value, (item) => canonicalJson(item, depth + 1)).join(",")}]`;
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return `{${names
    .sort()
    .map((name) => `${key(name)}:${canonicalJson(value[name], depth + 1)}`)
    .join(",")}}`;
}

function number(value) {
  const sound = Number.isSafeInteger(value) && !Object.is(value, -0);
  require(sound, "E_SCHEMA", "a number is too large, or it is not an integer");
  return String(value);
}

function string(value) {
  require(isWellFormed(value), "E_FILE_UTF8", "a text is not valid Unicode");
  return JSON.stringify(value);
}

function key(name) {
  require(/^[\0-\x7f]*$/.test(name), "E_SCHEMA", "a key is not plain ASCII text");
  return JSON.stringify(name);
}

/** Return whether a text has no half characters. */
export function isWellFormed(text) {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** Return the canonical JSON of plain data as bytes. */
export function canonicalBytes(value) {
  return utf8(canonicalJson(value));
}

/** Return the value of canonical JSON; refuse a text that would not be written the same way again. */
export function fromCanonical(text, code, template) {
  let value;
  try {
    value = JSON.parse(text);
    if (canonicalJson(value) === text) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof Fault)) throw error;
  }
  throw new Fault(code, template);
}

/** Concatenate parts, each with its length in front: text as UTF-8, a number in decimal, bytes as they are. */
export function lengthPrefixed(...parts) {
  const raw = parts.map((part) => (part instanceof Uint8Array ? part : utf8(String(part))));
  return concat(...raw.flatMap((bytes) => [bigEndian4(bytes.length), bytes]));
}

/** Return the SHA-256 of a tag and parts. */
export function taggedHash(tag, ...parts) {
  return sha256(lengthPrefixed(LABEL, tag, ...parts));
}

/** Return the id of a genesis, letter, state, head or public part. */
export function ident(tag, value) {
  return hex(taggedHash(tag, canonicalBytes(value)));
}

/** Return the HMAC-SHA256 of a message. */
export function mac(secret, message) {
  return hmac(sha256, secret, message);
}

/** Return the first 32 bytes of HKDF-Expand. */
export function expand(secret, info) {
  return mac(secret, expandInput(info));
}

/** Return what HKDF-Expand authenticates for its first block. */
export function expandInput(info) {
  return concat(info, Uint8Array.of(1));
}

/** Return the info by which a key is derived for one purpose. */
export function derivationInfo(label, ...parts) {
  return lengthPrefixed(LABEL, label, ...parts);
}

/** Derive a key of 32 bytes for one purpose from another key. */
export function deriveKey(secret, label, ...parts) {
  return expand(secret, derivationInfo(label, ...parts));
}
