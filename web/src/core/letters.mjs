/** @file The letters that players write, before they are signed (protocol 3.7, 3.8, 6). */

import { base64, fromBase64, hex, utf8 } from "./bytes.mjs";
import { canonicalBytes, deriveKey, ident, taggedHash } from "./canonical.mjs";
import { drawPublic, proveDraw, rosterId } from "./draws.mjs";
import { plansCommitment, planSlots, sealedEntry } from "./commitments.mjs";
import { headId, letterKey } from "./game_file.mjs";
import { openMemo, tieOf } from "./own_seat.mjs";
import { keyClaim, letterInfo, memoInfo, pairWith, seal } from "./seals.mjs";
import { REKEY, signMessage } from "./signatures.mjs";

/** Letters that answer the open question; all others may be sent at any time. */
export const WINDOW_KINDS = ["play", "join", "ready"];
const SEAT_PREFIX = "lpbe-seat-2";

/** Return the id of a letter; its signature is no part of it. */
export function letterId(letter) {
  return ident("order", letter);
}

/** Return the id that a seat endorses to agree to a shorter pace. */
export function paceId(game, pace) {
  return hex(taggedHash("pace", game, pace));
}

function heading(game, seat, kind, rev, note) {
  const { state } = game;
  const fields = { kind, format: 2, game: state.game, seat, window: state.window.number, seen: headId(game), rev };
  return note ? { ...fields, note } : fields;
}

/**
 * Return the answer to the open question.
 *
 * `orders` are orders as the rules write them, and `secret` says of each whether it travels sealed. In a game with a
 * referee, plans, draft and memo travel in the seal; without a memo of its own the letter keeps the last one. In an
 * open game nothing is sealed, and plans are orders like others.
 */
export async function playLetter(game, seat, identity, rev, { orders, secret, note, plans = [], draft = [], memo }) {
  const letter = { ...heading(game, seat, "play", rev, note), batch: orders };
  if (game.genesis.trust === "open") return letter;
  const sealed = await sealBatch(game, letter, identity, secret, { plans, draft });
  const kept = memo || (await openMemo(game, seat, identity));
  return { ...sealed, hidden: { ...sealed.hidden, memo: await sealMemo(game, letter, identity, kept) } };
}

/** Return the letter that replaces a seat's policy and plans; what is left out is withdrawn. */
export async function standingLetter(game, seat, identity, rev, { policy = {}, plans = [] }) {
  const entry = Object.keys(policy).length ? { order: "policy", policy } : { order: "policy" };
  const letter = { ...heading(game, seat, "standing", rev), batch: [entry] };
  if (game.genesis.trust === "open") {
    return { ...letter, batch: [entry, ...plans.map((plan) => ({ order: "plan", then: plan }))] };
  }
  return sealBatch(game, letter, identity, [true], { plans, draft: [] });
}

/** Commit to the secret entries of a batch and to the plans, and seal what opens them. */
async function sealBatch(game, letter, identity, secret, { plans, draft }) {
  const { sizes } = game.genesis;
  const pair = await pairWith(identity, letter.game, letterKey(game));
  const hide = (value, index) => (secret[index] ? sealedEntry(pair, letter, index, value) : value);
  const committed = { ...letter, batch: letter.batch.map(hide) };
  const commitment = plansCommitment(planSlots(pair, letter, plans).map((slot) => slot.commit));
  const content = { draft, plans, v: letter.batch.filter((_, index) => secret[index]) };
  const size = letter.kind === "standing" ? sizes.standing : sizes.letter;
  const blob = seal(pair, letterInfo(committed, commitment), content, size);
  return { ...committed, hidden: { plans: commitment, seal: base64(blob) } };
}

async function sealMemo(game, letter, identity, memo) {
  const secret = await identity.derive("memo", letter.game);
  const info = memoInfo(letter.game, letter.seat, letter);
  return base64(seal(secret, info, { memo }, game.genesis.sizes.memo));
}

/** Return the letter that takes a seat; `code` is an invitation as `readInvitation` returns it, or empty. */
export async function joinLetter(game, seat, identity, rev, { name, lang, code }) {
  const own = game.state.game;
  const pair = await pairWith(identity, own, letterKey(game));
  const args = {
    sign: base64(identity.signPublic),
    seal: base64(identity.sealPublic),
    draw: base64(drawPublic(await identity.derive("draw", own))),
    tie: await tieOf(identity, own, seat),
    name,
    lang,
    claim: keyClaim(pair, seat, identity.signPublic),
  };
  const proven = code ? { ...args, proof: invitationProof(code, own, seat, args) } : args;
  return { ...heading(game, seat, "join", rev), args: proven };
}

/** Return a proof of an invitation that does not reveal it, for these keys, this name and this game only. */
export function invitationProof(code, game, seat, args) {
  return hex(deriveKey(utf8(code), "join", game, seat, canonicalBytes({ ...args, proof: undefined })));
}

/** Return the letter that shows what a seat's key draws for the roster. */
export async function readyLetter(game, seat, identity, rev) {
  const proof = proveDraw(await identity.derive("draw", game.state.game), utf8(rosterId(game.state)));
  return { ...heading(game, seat, "ready", rev), args: { proof: base64(proof) } };
}

/** Return the letter with a note to everybody. */
export function noteLetter(game, seat, rev, text) {
  return { ...heading(game, seat, "note", rev), args: { text } };
}

/** Return the letter that agrees to end the game now, or withdraws that. */
export function stopLetter(game, seat, rev, agree) {
  return { ...heading(game, seat, "stop", rev), args: { agree } };
}

/** Return the letter by which a seat leaves the game. */
export function resignLetter(game, seat, rev) {
  return heading(game, seat, "resign", rev);
}

/** Return the letter that changes the keys of a seat: the old key signs it, the new one proves itself in it. */
export async function rekeyLetter(game, seat, rev, newIdentity) {
  return { ...heading(game, seat, "rekey", rev), args: await proveKeys(game, seat, newIdentity) };
}

/** Return a person's keys for a seat, proven to everybody and, in a game with a referee, to the referee. */
export async function proveKeys(game, seat, identity) {
  const own = game.state.game;
  const keys = {
    sign: base64(identity.signPublic),
    seal: base64(identity.sealPublic),
    tie: await tieOf(identity, own, seat),
  };
  if (game.genesis.trust === "referee") {
    keys.claim = keyClaim(await pairWith(identity, own, letterKey(game)), seat, identity.signPublic);
  }
  const proof = await signMessage(identity, REKEY, proofMessage(own, seat, keys));
  return { ...keys, proof: base64(proof) };
}

/** Return what the new signing key of a seat signs. */
export function proofMessage(game, seat, { sign, seal, tie, claim }) {
  return canonicalBytes({ game, seat, sign, seal, tie, claim });
}

/** Return the line to send to a host who gives this person a seat of a running game. */
export async function seatLine(game, seat, identity) {
  const { sign, seal, tie, claim, proof } = await proveKeys(game, seat, identity);
  return [SEAT_PREFIX, sign, seal, tie, claim, proof].join(" ");
}

/** Return the letter that endorses a pending replacement, named by the id of the host's letter. */
export function endorseLetter(game, seat, rev, of) {
  return { ...heading(game, seat, "endorse", rev), args: { of } };
}

/** Return the letter that agrees to a shorter pace. */
export function endorsePaceLetter(game, seat, rev, pace) {
  return { ...heading(game, seat, "endorse", rev), args: { of: paceId(game.state.game, pace), pace } };
}

/** Return the signing key that must have signed a letter of this seat, as the game has it. */
export function senderKey(game, letter) {
  if (letter.kind === "join") return fromBase64(letter.args.sign);
  const { sign } = game.state.seats.find((record) => record.id === letter.seat) ?? {};
  return sign ? fromBase64(sign) : null;
}
