/** @file SSHSIG signatures with Ed25519: what is signed, the frame around it, and its armour (protocol 1.4). */

import { sha512 } from "@noble/hashes/sha2.js";
import { base64, bigEndian4, concat, equal, fromBase64, lines, utf8 } from "./bytes.mjs";
import { isSignature } from "./curve.mjs";
import { require } from "./fault.mjs";

export const GENESIS = "lpbe-genesis-v2";
export const ORDER = "lpbe-order-v2";
export const HEAD = "lpbe-head-v2";
export const REKEY = "lpbe-rekey-v2";
export const RECEIPT = "lpbe-receipt-v2";
const BARE_BYTES = 64;
const SIGNATURE_FIELD_BYTES = 83;
const COLUMNS = 70;
const BEGIN = "-----BEGIN SSH SIGNATURE-----";
const END = "-----END SSH SIGNATURE-----";

function field(bytes) {
  return concat(bigEndian4(bytes.length), bytes);
}

function text(value) {
  return field(utf8(value));
}

/** Return the bytes that a signature covers. */
export function signedBytes(namespace, message) {
  return concat(utf8("SSHSIG"), text(namespace), text(""), text("sha512"), field(sha512(message)));
}

/** Return a public key in SSH's wire format. */
export function keyBlob(publicKey) {
  return concat(text("ssh-ed25519"), field(publicKey));
}

/** Return all of a signature blob but the signature itself. */
export function frame(publicKey, namespace) {
  const head = concat(
    utf8("SSHSIG"),
    bigEndian4(1),
    field(keyBlob(publicKey)),
    text(namespace),
    text(""),
    text("sha512"),
  );
  return concat(head, bigEndian4(SIGNATURE_FIELD_BYTES), text("ssh-ed25519"), bigEndian4(BARE_BYTES));
}

/** Check a signature, framed as ssh-keygen writes it or bare. */
export function verifySignature(publicKey, namespace, message, blob) {
  const around = blob.subarray(0, Math.max(0, blob.length - BARE_BYTES));
  const framed = around.length === 0 || equal(around, frame(publicKey, namespace));
  const template = "the signature is by another key or for another purpose, or it is not a signature";
  require(blob.length >= BARE_BYTES && framed, "E_SIG_FORMAT", template);
  const bare = blob.subarray(blob.length - BARE_BYTES);
  const valid = isSignature(publicKey, signedBytes(namespace, message), bare);
  require(valid, "E_SIG_INVALID", "the signature does not match what it signs");
}

/** Sign a message with a person's key; return the bare signature, checked. */
export async function signMessage(identity, namespace, message) {
  const bare = await identity.sign(signedBytes(namespace, message));
  verifySignature(identity.signPublic, namespace, message, bare);
  return bare;
}

/** Return a signature blob as the text block that ssh-keygen reads. */
export function armourSignature(blob) {
  return [BEGIN, ...lines(base64(blob), COLUMNS), END, ""].join("\n");
}

/** Return the blob in such a text block, whatever white space mail programs have put into it. */
export function dearmourSignature(block) {
  const body = block.replace(/\s+/g, "");
  const [begin, end] = [BEGIN, END].map((mark) => mark.replace(/\s+/g, ""));
  require(body.startsWith(begin) && body.endsWith(end), "E_SIG_FORMAT", "this is not an SSH signature");
  return fromBase64(body.slice(begin.length, -end.length), "E_SIG_FORMAT");
}

/** Return a public key as a line of an authorized_keys file. */
export function sshLine(publicKey) {
  return `ssh-ed25519 ${base64(keyBlob(publicKey))}`;
}
