/**
 * @file The form of records in files: which fields they have, and of which types (protocol 3).
 *
 * Letters are checked as far as every reader needs them; what lpbe's own reader refuses beyond that, it refuses in the
 * worker before anything is shown.
 */

import { Fault } from "./fault.mjs";

function wrong(path) {
  throw new Fault("E_SCHEMA", "{field} is missing or is not what it must be", { field: path });
}

function pattern(form) {
  return (value, path) => (typeof value === "string" && form.test(value) ? undefined : wrong(path));
}

function whole(least, most) {
  return (value, path) => (Number.isSafeInteger(value) && value >= least && value <= most ? undefined : wrong(path));
}

function oneOf(...values) {
  return (value, path) => (values.includes(value) ? undefined : wrong(path));
}

function text(least, most) {
  return (value, path) => {
    const length = typeof value === "string" ? [...value].length : -1;
    return length >= least && length <= most ? undefined : wrong(path);
  };
}

function list(item, least = 0, most = Infinity) {
  return (value, path) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) wrong(path);
    value.forEach((one, at) => item(one, `${path}.${at}`));
  };
}

function isTable(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function table(name, item) {
  return (value, path) => {
    if (!isTable(value)) wrong(path);
    for (const [key, one] of Object.entries(value)) {
      name(key, path);
      item(one, `${path}.${key}`);
    }
  };
}

/** A record with these fields and no others; a name that ends in a question mark may be absent. */
function record(fields) {
  const types = new Map(Object.entries(fields).map(([name, type]) => [name.replace("?", ""), type]));
  const needed = Object.keys(fields).filter((name) => !name.endsWith("?"));
  return (value, path) => {
    if (!isTable(value)) wrong(path);
    for (const name of needed) if (!(name in value)) wrong(`${path}.${name}`);
    for (const [name, one] of Object.entries(value)) {
      if (!types.has(name)) wrong(`${path}.${name}`);
      types.get(name)(one, `${path}.${name}`);
    }
  };
}

const digest = pattern(/^[0-9a-f]{64}$/);
const slug = pattern(/^[a-z][a-z0-9-]{0,15}$/);
const word = pattern(/^[a-z][a-z0-9:_@-]{0,47}$/);
const key = pattern(/^[A-Za-z0-9+/]{43}=$/);
const sig = pattern(/^[A-Za-z0-9+/]{86}==$/);
const blob = pattern(/^(?=.{1,65536}$)[A-Za-z0-9+/]+={0,2}$/);
const time = pattern(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/);
const pace = pattern(/^[1-9][0-9]{0,3}[hd]$/);
const version = pattern(/^[0-9][0-9A-Za-z.+-]{0,31}$/);
const lang = oneOf("en", "fr");
const count = whole(0, 2 ** 31);
const rev = whole(0, 15);
const flag = oneOf(true, false);
const two = oneOf(2);
const name = text(1, 32);
const plain = (value, path) => (isTable(value) ? undefined : wrong(path));

const genesis = record({
  format: two,
  rules: slug,
  rules_version: count,
  rules_sha256: digest,
  expansions: list(slug, 0, 16),
  options: table(slug, plain),
  seats: list(record({ id: slug, "key?": key, "invite?": flag, "held?": word }), 1, 8),
  trust: oneOf("open", "referee"),
  rng: two,
  nonce: digest,
  lang,
  "referee?": record({ sign: key, seal: key }),
  "seed_commit?": digest,
  "seed?": digest,
  "sizes?": record({ view: count, drawer: count, letter: count, standing: count, memo: count, reason: count }),
  "pace?": pace,
  "grace?": pace,
  "vacation?": whole(0, 365),
  "quorum?": whole(0, 8),
  "bot_after?": whole(1, 1000),
  "disclose?": flag,
  "pack?": digest,
  "engine?": version,
});
const window = record({
  number: count,
  kind: oneOf("join", "ready", "play", "over"),
  since: count,
  "waiting?": list(slug),
  "accepted?": list(record({ seat: slug, rev, order: digest })),
  "replace?": flag,
  "deadline?": time,
});
const tally = record({ "next?": count, "window?": count, "sent?": count });
const seat = record({
  id: slug,
  "name?": name,
  "lang?": lang,
  "sign?": key,
  "seal?": key,
  "tie?": digest,
  "draw?": key,
  "proof?": blob,
  "held?": word,
  "free?": tally,
  "standing?": tally,
  "notes?": tally,
  "missed?": count,
  "silent?": flag,
  "away?": count,
  "memo?": record({ kind: word, window: count, rev: count, seen: digest, seal: blob }),
});
const newKeys = { sign: key, seal: key, tie: digest, "claim?": digest, proof: sig };
const replacement = record({
  order: digest,
  "endorsed?": list(slug),
  args: record({ seat: slug, ...newKeys, "name?": name, "held?": word }),
});
const heading = { kind: word, format: two, game: digest, seat: slug, window: count, seen: digest, rev: count };
const handover = record({
  ...heading,
  "note?": text(0, 400),
  args: record({
    sign: key,
    seal: key,
    seed_commit: digest,
    head: digest,
    secrets: blob,
    "held?": table(slug, record({ sign: key, seal: key, tie: digest })),
  }),
});
const letter = (value, path) => {
  if (!isTable(value)) wrong(path);
  for (const [field, type] of Object.entries(heading)) type(value[field], `${path}.${field}`);
  if (value.kind === "handover") handover(value, path);
};
const state = record({
  format: two,
  game: digest,
  seq: count,
  window,
  seats: list(seat, 1, 8),
  "recent?": list(digest),
  "free?": count,
  "pace?": pace,
  "paused?": time,
  "agreed?": list(record({ of: digest, endorsed: list(slug) })),
  "replacing?": list(replacement),
  "handovers?": list(record({ order: handover, sig })),
  "table?": plain,
  "seals?": table(slug, blob),
  "drawer?": blob,
  "clear?": record({ "inmost?": plain, "views?": table(slug, plain) }),
});
const head = record({
  format: two,
  game: digest,
  seq: count,
  prev: digest,
  public: digest,
  state: digest,
  "order?": digest,
  "at?": time,
});
const opening = record({ order: digest, v: plain, r: digest, "index?": count, "others?": list(digest, 3, 3) });
const publicPart = record({ "events?": list(plain), "openings?": list(opening), "disclosed?": list(digest) });
const entry = record({
  public: publicPart,
  head,
  "head_sig?": sig,
  "order?": letter,
  "sig?": sig,
  "genesis?": genesis,
});
const gameFile = record({ genesis, state, last: entry, "sig?": sig, "tail?": list(entry) });
const refusal = record({ order: digest, head: digest, code: pattern(/^E_[A-Z_]{1,30}$/), "reason?": blob });
const receipt = record({
  receipt: record({ format: two, game: digest, seq: count, head: digest, refused: list(refusal, 0, 4096) }),
  sig,
});
const orderFile = record({ order: letter, "sig?": record({ ssh: text(0, 2048) }) });
const view = record({
  "screen?": plain,
  "news?": list(plain),
  "lost?": flag,
  "filed?": record({ order: digest, kind: word, window: count, rev: count, slots: blob }),
});

function checker(check, path) {
  return (value) => {
    check(value, path);
    return value;
  };
}

/** Return a value if it has the form of a game file; refuse it with the name of the first wrong field. */
export const checkGameFile = checker(gameFile, "game");
/** The same for an entry of a log. */
export const checkEntry = checker(entry, "entry");
/** The same for the file of a receipt. */
export const checkReceiptFile = checker(receipt, "file");
/** The same for the file of a letter. */
export const checkOrderFile = checker(orderFile, "file");
/** The same for what a seat's view holds. */
export const checkView = checker(view, "view");
