/** @file Bytes and their spellings: UTF-8, hex, base64, base32, numbers. */

import { Fault, require } from "./fault.mjs";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const CHUNK_BYTES = 0x8000;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Return a text as UTF-8. */
export function utf8(text) {
  return encoder.encode(text);
}

/** Return UTF-8 as text; refuse anything else, half characters and byte order marks included. */
export function fromUtf8(bytes) {
  try {
    const text = decoder.decode(bytes);
    if (!text.startsWith("\ufeff")) return text;
  } catch {
    // refused below
  }
  throw new Fault("E_FILE_UTF8", "a text is not valid Unicode");
}

/** Join byte arrays. */
export function concat(...parts) {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Return whether two byte arrays are equal, in a time that depends on their length only. */
export function equal(one, other) {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one[at] ^ other[at];
  return difference === 0;
}

/** Return bytes as lower-case hex. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the bytes of lower-case hex. */
export function fromHex(digits) {
  require(/^([0-9a-f]{2})*$/.test(digits), "E_SCHEMA", "a hexadecimal value is damaged");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Return bytes as base64 on one line. */
export function base64(bytes) {
  let packed = "";
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    packed += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  }
  return btoa(packed);
}

/** Return the bytes of base64; refuse what would not be written the same way again. */
export function fromBase64(text, code = "E_SCHEMA") {
  let packed;
  try {
    packed = atob(text);
  } catch {
    packed = null;
  }
  require(packed !== null && btoa(packed) === text, code, "a base64 value is damaged");
  return Uint8Array.from(packed, (character) => character.charCodeAt(0));
}

/** Return bytes as base32 without padding. */
export function base32(bytes) {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[held >> bits];
      held &= (1 << bits) - 1;
    }
  }
  return bits ? text + BASE32[held << (5 - bits)] : text;
}

/** Return the bytes of base32 without padding, or null where a character is not base32. */
export function fromBase32(text) {
  const bytes = [];
  let bits = 0;
  let held = 0;
  for (const character of text) {
    const value = BASE32.indexOf(character);
    if (value < 0) return null;
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(held >> bits);
      held &= (1 << bits) - 1;
    }
  }
  return Uint8Array.from(bytes);
}

/** Return the number that bytes spell, least significant first. */
export function littleEndian(bytes) {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** Return a number as 32 bytes, least significant first. */
export function littleEndian32(number) {
  return Uint8Array.from({ length: 32 }, (_, at) => Number((number >> BigInt(8 * at)) & 255n));
}

/** Return a length as 4 bytes, most significant first. */
export function bigEndian4(size) {
  return Uint8Array.of(size >>> 24, size >>> 16, size >>> 8, size);
}

/** Return a text in lines of a width. */
export function lines(text, width) {
  return text.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
}
