/** @file What must not be believed, signed or opened. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import * as core from "../src/core.mjs";
import { codeOf, copy, personOf, RECORDED, recorded, recordedGame } from "./given.mjs";

const PEOPLE = ["ana", "ben", "cleo", "dan", "eve", "finn"];

/** Return the seats of recorded people, each with whose key it has. */
async function players(game) {
  const found = [];
  for (const name of PEOPLE) {
    for (const seat of await core.ownSeats(game, personOf(name))) found.push({ name, seat, who: personOf(name) });
  }
  return found;
}

function leaves(value, path = []) {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" ? leaves(inner, [...path, key]) : [[...path, key]],
  );
}

function changed(value) {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  return value.replace(/.$/s, (last) => (last === "A" ? "B" : "A")) || "A";
}

test("every recorded game of every kind is read and authenticated, and its log is chained to it", () => {
  for (const name of RECORDED) {
    for (const part of ["finished", "unfinished"]) {
      const game = recordedGame(name, part);
      const log = core.readLog(recorded(name, part, "log.jsonl"));
      assert.equal(log.length, game.state.seq + 1);
      assert.equal(core.ident("head", log.at(-1).head), core.headId(game));
    }
  }
});

test("no value of a game file can be changed without being noticed", async (context) => {
  let tried = 0;
  for (const name of ["pebbles", "weeks", "planet-2116"]) {
    const game = recordedGame(name);
    const all = leaves(game).filter((path) => path.join(".") !== "last.sig" && path[0] !== "tail");
    for (const path of all.filter((_, n) => n % 3 === 0)) {
      const other = copy(game);
      const parent = path.slice(0, -1).reduce((inner, key) => inner[key], other);
      parent[path.at(-1)] = changed(parent[path.at(-1)]);
      const code = await codeOf(() => core.authenticate(core.readGame(JSON.stringify(other))));
      assert.notEqual(code, "accepted", `${name} ${path.join(".")}`);
      tried += 1;
    }
  }
  assert.ok(tried > 100, String(tried));
  context.diagnostic(`${tried} changed values refused`);
});

test("no part of a game file can be left out or added", async () => {
  const game = recordedGame("weeks");
  for (const part of ["genesis", "state", "last", "sig"]) {
    const other = { ...copy(game), [part]: undefined };
    assert.match(
      await codeOf(() => core.authenticate(core.readGame(JSON.stringify(other)))),
      /^E_(SCHEMA|SIG_FORMAT)$/,
    );
  }
  for (const part of ["state", "genesis", "last"]) {
    const other = { ...copy(game), [part]: { ...game[part], extra: 1 } };
    assert.equal(await codeOf(() => core.readGame(JSON.stringify(other))), "E_SCHEMA");
  }
});

test("a game of another format, junk and huge files are refused with a reason", async () => {
  const game = copy(recordedGame("pebbles"));
  const files = {
    E_FORMAT: [JSON.stringify({ ...game, genesis: { ...game.genesis, format: 3 } })],
    E_SCHEMA: ["", "{}", "a = 1", '{"genesis": 7}'],
    E_FILE_SYNTAX: [
      "[",
      "{",
      '{"a": 1.0}',
      '{"a": 1, "a": 2}',
      '{"a": null}',
      "a = 1.5",
      "a = 2026-01-01",
      "a = 1\na = 2",
      "[t]\n[t]\nx = 1\n[t]",
      `a = "${"x".repeat(1100)}"`,
      "a = \u0001",
      "\u0007",
    ],
    E_FILE_SIZE: [" ".repeat(2097153)],
    E_FILE_UTF8: [Uint8Array.of(0xff, 0xfe), core.utf8("\ufeff{}")],
    E_FILE_DEPTH: [`{"a": ${"[".repeat(40)}${"]".repeat(40)}}`, `a = ${"[".repeat(40)}${"]".repeat(40)}`],
  };
  for (const [code, contents] of Object.entries(files)) {
    for (const content of contents) {
      assert.equal(await codeOf(() => core.readGame(content)), code, String(content).slice(0, 40));
    }
  }
});

test("names of JavaScript's own mean nothing in a file", async () => {
  for (const parse of [
    (name) => core.parseToml(`[${name}]\nx = 1\n`),
    (name) => core.parseJson(`{"${name}": {"x": 1}}`),
  ]) {
    for (const name of ["__proto__", "constructor", "toString"]) {
      assert.deepEqual(Object.keys(parse(name)), [name]);
      assert.equal({}.x, undefined);
    }
  }
  assert.equal(core.canonicalJson(core.parseJson('{"__proto__":{"x":1}}')), '{"__proto__":{"x":1}}');
});

test("canonical JSON has no null, no fraction, no half character and no key beyond ASCII", async () => {
  const codes = {
    E_SCHEMA: [null, 1.5, -0, 2 ** 53, NaN, { é: 1 }, [undefined], () => 1],
    E_FILE_UTF8: ["\ud800", "x\udfff"],
  };
  for (const [code, values] of Object.entries(codes)) {
    for (const value of values) assert.equal(await codeOf(() => core.canonicalJson(value)), code, String(value));
  }
  const not = ['{"b":1,"a":2}', '{"a": 1}', '{"a":1.0}', '{"a":1e2}', '"\\u0041"', '{"a":1,"a":1}', "", "null"];
  for (const text of not)
    assert.equal(await codeOf(() => core.fromCanonical(text, "E_SEAL_OPEN", "no")), "E_SEAL_OPEN", text);
});

test("a view opens with its own key, and with no bit changed", async (context) => {
  let opened = 0;
  for (const name of RECORDED) {
    const game = recordedGame(name);
    for (const { seat, who } of await players(game)) {
      assert.equal(typeof (await core.openView(game, seat, who)), "object");
      assert.equal(
        await codeOf(() => core.openView(game, seat, core.identityOf(new Uint8Array(32).fill(1)))),
        "E_SEAL_OPEN",
      );
      opened += 1;
    }
  }
  const game = recordedGame("pebbles");
  const [{ seat, who }] = await players(game);
  for (const at of [0, 31, 32, 40, 100]) {
    const other = copy(game);
    const blob = core.fromBase64(game.state.seals[seat]);
    blob[at] ^= 1;
    other.state.seals[seat] = core.base64(blob);
    assert.equal(await codeOf(() => core.openView(other, seat, who)), "E_SEAL_OPEN");
  }
  context.diagnostic(`${opened} views opened`);
});

test("seals are refused that are too long, badly padded or not canonical", async () => {
  const pair = new Uint8Array(32).fill(5);
  const info = core.utf8("here");
  const sealed = core.seal(pair, info, { a: 1 }, 32);
  assert.equal(await codeOf(() => core.seal(pair, info, "x".repeat(30), 32)), "E_SEAL_TOO_LARGE");
  assert.equal(await codeOf(() => core.unseal(pair, info, sealed, 33)), "E_SEAL_SIZE");
  assert.equal(await codeOf(() => core.unseal(pair, core.utf8("there"), sealed, 32)), "E_SEAL_OPEN");
  assert.deepEqual(core.unseal(pair, info, sealed, 32), { a: 1 });
  const refused = {
    E_SEAL_PADDING: ["", '{"a":1}', '{"a":1}\x01'],
    E_SEAL_OPEN: [
      '{"a": 1}\x80',
      '{"a":1.0}\x80',
      '{"b":1,"a":1}\x80',
      '{"a":null}\x80',
      '{"a":1,"a":1}\x80',
      "\xff\x80",
    ],
  };
  assert.deepEqual(core.unseal(pair, info, sealText(pair, info, '{"a":1}\x80'), 32), { a: 1 });
  const chosen = sealText(pair, info, '{"a":1}\x80', new Uint8Array(32).fill(7));
  assert.equal(await codeOf(() => core.unseal(pair, info, chosen, 32)), "E_SEAL_OPEN");
  for (const [code, texts] of Object.entries(refused)) {
    for (const text of texts)
      assert.equal(await codeOf(() => core.unseal(pair, info, sealText(pair, info, text), 32)), code, text);
  }
});

/** Seal 32 bytes that begin with these, one byte per character, as somebody who has the key could. */
function sealText(pair, info, text, chosen) {
  const padded = new Uint8Array(32);
  padded.set(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  const siv = chosen ?? core.mac(core.deriveKey(pair, "box-siv"), core.lengthPrefixed(info, padded));
  return core.concat(
    siv,
    chacha20poly1305(core.deriveKey(pair, "box-key", siv, info), new Uint8Array(12)).encrypt(padded),
  );
}

test("a copy of a game that a key never joined is not opened, and nothing is signed in it", async () => {
  const game = recordedGame("pebbles");
  const [{ seat, who }] = await players(game);
  const other = copy(game);
  other.state.seats.find((record) => record.id === seat).tie = "ab".repeat(32);
  assert.equal(await codeOf(() => core.ownSeats(other, who)), "E_GAME_STRANGE");
  assert.equal(await codeOf(() => core.openView(other, seat, who)), "E_GAME_STRANGE");
});

test("damaged keys are refused, and keys that an SSH key signs for", async () => {
  const line = core.secretLine(new Uint8Array(32).fill(0x11));
  const damaged = [
    line.slice(0, -1),
    `${line.slice(0, -1)}A`,
    `${line}A`,
    line.replace("CE", "C1"),
    "LPBE-SECRET-9-AAAA",
    "",
    `${line}\n${line}`,
  ];
  for (const content of damaged) assert.equal(await codeOf(() => core.readKeyFile(content)), "E_KEY_FORMAT", content);
  assert.equal(await codeOf(() => core.readKeyFile(`ssh ~/.ssh/id\n${line}`)), "E_KEY_SSH");
  assert.equal(await codeOf(() => core.readPublicLine("lpbe-pub-1 AAAA BBBB")), "E_KEY_WEAK");
  assert.equal(await codeOf(() => core.unlockLine("LPBE-SECRET-ENC-1-AAAA", "x")), "E_KEY_FORMAT");
});

test("invitation codes are read as people type them, and slips are noticed", async () => {
  const [game, seat] = ["ab".repeat(32), "red"];
  const code = "2BAVWQGQQAZNA3OOVPAN";
  const check = core.base32(core.taggedHash("invite-check", code, game, seat)).slice(0, 2);
  for (const typed of [
    code,
    `${code}${check}`,
    `2bavw-qgqqa zna3o-ovpan-${check.toLowerCase()}`,
    code.replace("BA", "8A"),
    code.replace("OO", "00"),
  ]) {
    assert.equal(core.readInvitation(typed, game, seat), code);
  }
  for (const typed of [code.slice(1), `${code}A`, `${code}${check === "AA" ? "AB" : "AA"}`]) {
    assert.equal(await codeOf(() => core.readInvitation(typed, game, seat)), "E_ORDER_INVITE", typed);
  }
  assert.equal(await codeOf(() => core.readInvitation(`${code}${check}`, game, "blue")), "E_ORDER_INVITE");
});

test("openings must show what was committed to", async (context) => {
  let shown = 0;
  for (const name of RECORDED) {
    const log = core.readLog(recorded(name, "finished", "log.jsonl"));
    const letters = new Map(log.filter((entry) => entry.order).map((entry) => [entry.head.order, entry.order]));
    for (const opening of log.flatMap((entry) => entry.public.openings ?? [])) {
      const letter = letters.get(opening.order);
      core.checkOpening(letter, opening);
      const other = { ...opening, v: { ...opening.v, more: 1 } };
      assert.equal(await codeOf(() => core.checkOpening(letter, other)), "E_COMMIT_MISMATCH");
      assert.equal(
        await codeOf(() => core.checkOpening(letter, { ...opening, r: "00".repeat(32) })),
        "E_COMMIT_MISMATCH",
      );
      shown += 1;
    }
  }
  assert.ok(shown > 50, String(shown));
  context.diagnostic(`${shown} openings checked`);
});

test("armour is read as lpbe reads it: the last whole block, unquoted before quoted", async () => {
  const who = personOf("ana");
  const game = recordedGame("pebbles");
  const [{ seat }] = await players(game);
  const [one, two] = await Promise.all(
    [0, 1].map(async (rev) =>
      core.armourOrder(await core.signLetter(core.noteLetter(game, seat, rev, "Hallo é"), who)),
    ),
  );
  const rev = (text) => core.dearmourOrder(text).order.rev;
  const quoted = two.replace(/^/gm, "> ");
  assert.equal(rev(`Hello,\n${one}\nbye`), 0);
  assert.equal(rev(`${one}\n${two}`), 1);
  assert.equal(rev(`${one}\n${quoted}`), 0);
  assert.equal(rev(quoted), 1);
  assert.equal(rev(`${one}\n${two.replace(/.\n-----END/, "\n-----END")}`), 0);
  assert.equal(rev(core.armourOnOneLine(core.dearmourOrder(two))), 1);
  assert.equal(await codeOf(() => core.dearmourOrder(one.slice(0, 200))), "E_FILE_SYNTAX");
  assert.equal(await codeOf(() => core.readOrderFile("x".repeat(65537))), "E_FILE_SIZE");
  const file = core.readOrderFile(one);
  core.verifyOrderFile(file, who.signPublic);
  const forged = { ...file, order: { ...file.order, rev: 9 } };
  assert.equal(await codeOf(() => core.verifyOrderFile(forged, who.signPublic)), "E_SIG_INVALID");
  assert.equal(await codeOf(() => core.verifyOrderFile(file, personOf("ben").signPublic)), "E_SIG_FORMAT");
});

/** Return numbers below a limit by chance, the same in every run. */
function chanceFrom(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Return a text with one piece removed, doubled, or replaced by something that files are made of. */
function damaged(text, below) {
  const [at, size] = [below(text.length), 1 + below(8)];
  const pieces = [
    "",
    text.slice(at, at + 2 * size),
    "[",
    "]",
    "{}",
    '"',
    "'''",
    "\\",
    "\n",
    "=",
    "-1",
    "null",
    "é",
    "\0",
    "[[",
    "1e9",
  ];
  return text.slice(0, at) + pieces[below(pieces.length)] + text.slice(at + below(size + 1));
}

test("whatever is damaged in a file ends in a refusal with a code, never in another exception", async (context) => {
  const game = recordedGame("weeks");
  const log = recorded("weeks", "unfinished", "log.jsonl");
  const receipt = recorded("weeks", "unfinished", "refused/000010.toml");
  const letter = core.armourOrder({ order: core.readLog(log).find((entry) => entry.order?.hidden).order });
  const asToml = recorded("weeks", "unfinished", "refused/963d1efa0b957e28-2-blue-0.toml");
  const readers = [
    [recorded("weeks", "unfinished"), (text) => core.authenticate(core.readGame(text))],
    [JSON.stringify(game, null, 1), (text) => core.authenticate(core.readGame(text))],
    [log.split("\n").slice(0, 3).join("\n"), (text) => core.readLog(text)],
    [receipt, (text) => core.readReceipt(game, text)],
    [letter, (text) => core.readOrderFile(text)],
    [asToml, (text) => core.readOrderFile(text)],
  ];
  const counts = { accepted: 0, refused: 0 };
  const below = chanceFrom(20261119);
  for (const [text, read] of readers) {
    assert.equal(await codeOf(() => read(text)), "accepted");
    for (let n = 0; n < 150; n++) {
      const code = await codeOf(() => read(damaged(text, below)));
      assert.match(code, /^(accepted|E_[A-Z_]+)$/);
      counts[code === "accepted" ? "accepted" : "refused"] += 1;
    }
  }
  assert.ok(counts.refused > 400, JSON.stringify(counts));
  context.diagnostic(`${counts.refused} damaged files refused, ${counts.accepted} read`);
});
