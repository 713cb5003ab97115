/** @file Write letters for the reader's seat: which number they take is decided by `sendLetter`, never here. */

import { seriesOf } from "../core/order_files.mjs";
import { usedRevs } from "../core/pins.mjs";
import { nextRev } from "../core/revisions.mjs";
import {
  endorseLetter,
  endorsePaceLetter,
  joinLetter,
  letterId,
  noteLetter,
  playLetter,
  readyLetter,
  rekeyLetter,
  resignLetter,
  standingLetter,
  stopLetter,
} from "../core/letters.mjs";
import { fileName } from "../core/order_files.mjs";
import { sendLetter } from "../storage/sending.mjs";
import { isLocal } from "./addresses.mjs";
import { fileExists } from "./fetching.mjs";
import { noteLetter as rememberLetter } from "./memory.mjs";
import { timeNow } from "./times.mjs";

const MAX_PROBES = 20;

/** How each kind of letter is made, from what the reader wants and a number. */
const MAKE = {
  join: ({ game, seat, identity }, rev, wish) => joinLetter(game, seat, identity, rev, wish),
  ready: ({ game, seat, identity }, rev) => readyLetter(game, seat, identity, rev),
  play: ({ game, seat, identity }, rev, wish) => playLetter(game, seat, identity, rev, wish),
  standing: ({ game, seat, identity }, rev, wish) => standingLetter(game, seat, identity, rev, wish),
  note: ({ game, seat }, rev, { text }) => noteLetter(game, seat, rev, text),
  stop: ({ game, seat }, rev, { agree }) => stopLetter(game, seat, rev, agree),
  resign: ({ game, seat }, rev) => resignLetter(game, seat, rev),
  rekey: ({ game, seat }, rev, { newIdentity }) => rekeyLetter(game, seat, rev, newIdentity),
  endorse: ({ game, seat }, rev, { of, pace }) =>
    pace ? endorsePaceLetter(game, seat, rev, pace) : endorseLetter(game, seat, rev, of),
};

/**
 * Write, remember and sign a letter; the same wish at the same position gives the same letter again.
 *
 * `wish` is what the letter says. `elsewhere` counts the letters that this key has sent from other devices, as far as
 * the reader says so; where a server shows its inbox, it is asked instead.
 */
export async function writeLetter({ database }, table, kind, wish, elsewhere = 0) {
  const { game, seat, identity, entries, address } = table;
  const seen = await numbersInInbox(table, kind);
  const known = [...seen, ...Array.from({ length: elsewhere }, (_, rev) => rev)];
  const make = async (rev) => MAKE[kind](table, rev, wish);
  const { newIdentity } = wish;
  const request = { seat, kind, make, known, entries, now: timeNow(), newKey: newIdentity?.signPublic };
  const written = await sendLetter(database, game, identity, request);
  const order = letterId(written.letter);
  const about = { seq: game.state.seq, at: timeNow(), summary: (wish.summary ?? "").slice(0, 500) };
  const record = await rememberLetter(database, address, order, about);
  return { ...written, order, name: fileName(written.letter), remembered: record.sent[order] };
}

/** Return the numbers of letters of this series that wait in the inbox of the game's server, this device's included. */
async function numbersInInbox({ game, seat, address, server, pin, isOld }, kind) {
  if (!server || isOld || isLocal(address)) return [];
  const series = seriesOf(kind, game.state.window.number);
  const found = [];
  let rev = nextRev(game, seat, kind, usedRevs(pin, seat, series));
  for (let probes = 0; probes < MAX_PROBES; probes++, rev++) {
    const there = await probe(address, `inbox/${series}-${seat}-${rev}.toml`);
    if (!there) break;
    found.push(rev);
  }
  return found;
}

async function probe(address, name) {
  try {
    return await fileExists(address, name);
  } catch {
    return null; // without a network the letter is kept, and numbers are in the pin
  }
}

/**
 * Return whether another device of the reader may have answered this question already, and nobody here can tell.
 *
 * That is so if this device saw the game under this key for the first time when the question was open already, or has
 * forgotten it, and no server shows an inbox.
 */
export function mayHaveAnsweredElsewhere({ game, seat, record, server, sent = [], address, isOld }) {
  const { kind, number, accepted = [] } = game.state.window;
  const hasInbox = server && !isOld && !isLocal(address);
  const isNew = kind === "play" && record?.first === number;
  const own = sent.some((one) => one.window === number && one.kind === "play");
  return isNew && !hasInbox && !own && accepted.every((one) => one.seat !== seat);
}
