/** @file Signed letters as they travel: order files, armour for mail, file names (protocol 1.5). */

import { base64, concat, fromBase64, fromUtf8, lines, utf8 } from "./bytes.mjs";
import { canonicalBytes, fromCanonical } from "./canonical.mjs";
import { Fault, require } from "./fault.mjs";
import { parseFile } from "./game_file.mjs";
import { WINDOW_KINDS } from "./letters.mjs";
import { checkOrderFile } from "./records.mjs";
import { armourSignature, dearmourSignature, frame, ORDER, signMessage, verifySignature } from "./signatures.mjs";

const MAX_ORDER_BYTES = 65536;
const MAX_LETTER_LINE_BYTES = 256;
const COLUMNS = 64;
const BEGIN = "-----BEGIN LPBE ORDER-----";
const END = "-----END LPBE ORDER-----";
const CUT_OFF = "the order is cut off";
const DAMAGED = "the order is damaged";

/** Sign a letter; return the file that is sent. In an open game a seat without a key signs nothing. */
export async function signLetter(letter, identity) {
  if (!identity) return { order: letter };
  const bare = await signMessage(identity, ORDER, canonicalBytes(letter));
  return { order: letter, sig: { ssh: armourSignature(concat(frame(identity.signPublic, ORDER), bare)) } };
}

/** Check that a key signed the letter in an order file. */
export function verifyOrderFile(file, publicKey) {
  require(file.sig, "E_SIG_FORMAT", "this order is not signed");
  verifySignature(publicKey, ORDER, canonicalBytes(file.order), dearmourSignature(file.sig.ssh));
}

/** Return an order file as text for mail; it is also a valid file in an inbox. */
export function armourOrder(file) {
  return [BEGIN, ...lines(base64(canonicalBytes(file)), COLUMNS), END, ""].join("\n");
}

/** Return the same with its base64 on one line, which is shorter in a mailto link. */
export function armourOnOneLine(file) {
  return [BEGIN, base64(canonicalBytes(file)), END, ""].join("\n");
}

/** Return the order file in an armoured text: of several blocks the last that can be read, unquoted before quoted. */
export function dearmourOrder(text) {
  const found = blocks(text).sort((one, other) => Number(other.quoted) - Number(one.quoted) || one.start - other.start);
  require(found.length, "E_FILE_SYNTAX", CUT_OFF);
  for (const { body } of found.reverse()) {
    const file = readable(body);
    if (file) return checkOrderFile(file);
  }
  throw new Fault("E_FILE_SYNTAX", DAMAGED);
}

function blocks(text) {
  const found = [];
  for (let here = 0, end; (end = text.indexOf(END, here)) >= 0; here = end + END.length) {
    const start = text.lastIndexOf(BEGIN, end);
    if (start < here || start === -1) continue;
    const line = text.slice(text.lastIndexOf("\n", start) + 1, start);
    found.push({ start, quoted: line.includes(">"), body: text.slice(start + BEGIN.length, end) });
  }
  return found;
}

function readable(body) {
  try {
    const bytes = fromBase64(body.replace(/[^A-Za-z0-9+/=]/g, ""), "E_FILE_SYNTAX");
    return fromCanonical(fromUtf8(bytes), "E_FILE_SYNTAX", DAMAGED);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** Return the order file in a file of an inbox: TOML, JSON or armour. */
export function readOrderFile(content) {
  const bytes = typeof content === "string" ? utf8(content) : content;
  require(bytes.length <= MAX_ORDER_BYTES, "E_FILE_SIZE", "this file is too large: {count} bytes", {
    count: bytes.length,
  });
  const text = fromUtf8(bytes);
  if (text.includes(BEGIN)) return dearmourOrder(text);
  return checkOrderFile(withoutSpace(parseFile(bytes, MAX_ORDER_BYTES, MAX_LETTER_LINE_BYTES)));
}

/** Remove the white space that mail programs put into base64. */
function withoutSpace(file) {
  for (const part of [file.order?.hidden, file.order?.args]) {
    for (const name of ["seal", "memo", "proof", "secrets"]) {
      if (typeof part?.[name] === "string") part[name] = part[name].replace(/\s+/g, "");
    }
  }
  return file;
}

/** Return which numbers a letter competes with: its window's, or those of a series of free letters. */
export function seriesOf(kind, window) {
  if (WINDOW_KINDS.includes(kind)) return String(window);
  return kind === "standing" || kind === "note" ? kind : "free";
}

/** Return the name under which a letter is filed: only a hint, its content decides. */
export function fileName({ kind, window, seat, rev }) {
  return `${seriesOf(kind, window)}-${seat}-${rev}.toml`;
}

/** Return the subject of the mail that carries a letter. */
export function mailSubject({ game, seat, window, rev }) {
  return `lpbe ${game.slice(0, 12)} ${seat} ${window}.${rev}`;
}
