/** @file The vectors of docs/protocol.md and of tests/vectors/v2.json, as far as players need them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ed25519 } from "@noble/curves/ed25519.js";
import * as core from "../src/core.mjs";
import { codeOf, pageVectors, vectors } from "./given.mjs";

const page = pageVectors();
const v2 = vectors("v2");
const { hex, fromHex } = core;
const fill = (byte) => new Uint8Array(32).fill(byte);
const [GAME, HEAD, ORDER] = ["ab", "cd", "ef"].map((two) => two.repeat(32));
const red = core.identityOf(fill(0x11));
const blue = core.identityOf(fill(0x33));
const LETTER = { game: GAME, window: 2, seat: "red", kind: "play", rev: 0, seen: HEAD };
const VALUE = { coins: 3, order: "bid" };

async function sitter(id, name, who) {
  return {
    id,
    name,
    sign: core.base64(who.signPublic),
    seal: core.base64(who.sealPublic),
    draw: core.base64(core.drawPublic(await who.derive("draw", GAME))),
    tie: await core.tieOf(who, GAME, id),
  };
}

/** Compute every vector of the page that a player's program can compute. */
async function computed() {
  const found = {};
  const seed = fill(0x11);
  found.jcs = hex(core.canonicalBytes({ b: [1, true, "é\n"], a: {} }));
  found.lp = hex(core.lengthPrefixed("a", 12, Uint8Array.of(255)));
  found.H = hex(core.taggedHash("tag", "a", 12, Uint8Array.of(255)));
  found.kdf = hex(core.deriveKey(seed, "label", "a", 12, Uint8Array.of(255)));
  found["sign seed"] = hex(core.deriveFromSeed(seed, "sign"));
  found["sign public"] = hex(red.signPublic);
  found["seal secret"] = hex(core.deriveFromSeed(seed, "seal"));
  found["seal public"] = hex(red.sealPublic);
  found.det = hex(core.deriveFromSeed(seed, "derive"));
  found.tie = await core.tieOf(red, GAME, "red");
  found["draw seed"] = hex(await red.derive("draw", GAME));
  found["draw public"] = hex(core.drawPublic(await red.derive("draw", GAME)));
  found["memo key"] = hex(await red.derive("memo", GAME));
  found["secret line"] = core.secretLine(seed);
  await ofAGame(found);
  infos(found);
  commitments(found);
  await signatures(found);
  ids(found);
  await draws(found);
  return found;
}

async function ofAGame(found) {
  const pair = await core.pairWith(red, GAME, fromHex(page.get("referee seal public")));
  const args = await sitter("red", "Ana", red);
  delete args.id;
  found.pair = hex(pair);
  found.claim = core.keyClaim(pair, "red", red.signPublic);
  const joining = { ...args, lang: "en", claim: found.claim };
  const code = core.readInvitation(page.get("invitation"), GAME, "red");
  found["join proof"] = core.invitationProof(code, GAME, "red", joining);
  const sealed = core.seal(pair, fromHex(page.get("info view")), { screen: {} }, 32);
  found.seal = hex(sealed);
  assert.deepEqual(core.unseal(pair, fromHex(page.get("info view")), sealed, 32), { screen: {} });
}

function infos(found) {
  const batch = [{ order: "dig" }, { order: "sealed", commit: "34".repeat(32) }];
  found["info view"] = hex(core.viewInfo({ game: GAME, seq: 4, prev: HEAD, order: ORDER }, "red"));
  found["info letter"] = hex(core.letterInfo({ ...LETTER, batch }, "12".repeat(32)));
  found["info memo"] = hex(core.memoInfo(GAME, "red", LETTER));
  found["info reason"] = hex(core.reasonInfo(GAME, "red", { head: HEAD, order: ORDER, code: "E_ORDER_STALE" }));
}

function commitments(found) {
  const pair = fromHex(page.get("pair"));
  const nonce = core.orderNonce(pair, LETTER, 1, VALUE);
  found["commit nonce"] = hex(nonce);
  found.commit = core.orderCommitment(LETTER, 1, nonce, VALUE);
  assert.deepEqual(core.sealedEntry(pair, LETTER, 1, VALUE), { order: "sealed", commit: found.commit });
  const slots = core.planSlots(pair, LETTER, [VALUE]);
  slots.forEach((slot, n) =>
    Object.assign(found, { [`plan nonce ${n}`]: slot.nonce, [`plan commit ${n}`]: slot.commit }),
  );
  found.plans = core.plansCommitment(slots.map((slot) => slot.commit));
}

async function signatures(found) {
  const message = core.utf8("{}");
  const bare = await core.signMessage(red, core.HEAD, message);
  found["signed part"] = hex(core.signedBytes(core.HEAD, message));
  found.frame = hex(core.frame(red.signPublic, core.HEAD));
  found["bare signature"] = hex(bare);
}

function ids(found) {
  for (const [name, tag] of [
    ["game id", "genesis"],
    ["order id", "order"],
    ["head id", "head"],
  ]) {
    const text = page.get(tag === "order" ? "letter" : tag);
    const value = core.parseJson(text);
    assert.equal(core.canonicalJson(value), text);
    found[tag === "order" ? "letter" : tag] = core.canonicalJson(value);
    found[name] = core.ident(tag, value);
  }
  found["genesis of a referee"] = core.canonicalJson(core.parseJson(page.get("genesis of a referee")));
  found["public id of {}"] = core.ident("public", {});
  found["pace id"] = core.paceId(GAME, "2d");
}

async function draws(found) {
  const state = { game: GAME, seats: [await sitter("red", "Red", red), await sitter("blue", "Blue", blue)] };
  found.roster = core.rosterId(state);
  const betas = [];
  for (const [name, who] of [
    ["red", red],
    ["blue", blue],
  ]) {
    const seed = await who.derive("draw", GAME);
    const proof = core.proveDraw(seed, core.utf8(found.roster));
    betas.push(core.checkDraw(core.drawPublic(seed), core.utf8(found.roster), proof));
    found[`proof ${name}`] = hex(proof);
    found[`beta ${name}`] = hex(betas.at(-1));
  }
  found.root = hex(core.deriveKey(fromHex(page.get("G")), "rng-root", GAME, found.roster, ...betas));
}

/** What only a referee computes, or only the rules. */
const NOT_A_PLAYERS = [
  "G",
  "seed_commit",
  "referee seal secret",
  "referee seal public",
  "drawer key",
  "held seed",
  "held sign public",
  "invitation",
  "mail code",
  "mail nonce",
  "mail mark",
  "G2",
  "info drawer",
  "info handover",
  "root of an open game",
  "bot chance",
  "words rain/1",
  "1 + below(6) rain/1",
  "below(65535) x",
  "shuffle bag",
  "shuffle deck/planet/green/1",
  "pick first-leader",
];

test("every vector of the page that concerns players is what this program computes", async (context) => {
  const found = await computed();
  for (const [name, value] of Object.entries(found)) assert.equal(value, page.get(name), name);
  assert.deepEqual([...Object.keys(found), ...NOT_A_PLAYERS].sort(), [...page.keys()].sort());
  context.diagnostic(`${Object.keys(found).length} vectors of docs/protocol.md`);
});

const parts = (given) => given.map((part) => part.int ?? part.text ?? fromHex(part.hex));
const contextOf = (given) => ({ ...given, seen: given.seen });
const COMPUTE = {
  lp: (given) => ({ hex: hex(core.lengthPrefixed(...parts(given.parts))) }),
  tagged: (given) => ({ hex: hex(core.taggedHash(given.tag, ...parts(given.parts))) }),
  jcs: (given) => ({ hex: hex(core.canonicalBytes(given.value)) }),
  ident: (given) => ({ text: core.ident(given.tag, given.value) }),
  kdf: (given) => ({ hex: hex(core.deriveKey(fromHex(given.key), given.label, ...parts(given.parts))) }),
  info: (given) => ({ hex: hex(core.lengthPrefixed(...parts(given.parts))) }),
  id: (given) => ({ text: core.ident(given.tag, given.value) }),
  roster: (given) => ({ text: core.rosterId(given) }),
  invitation_proof: (given) => {
    const code = core.readInvitation(given.code, given.game, given.seat);
    return { proof: core.invitationProof(code, given.game, given.seat, given.args) };
  },
  identity: (given) => {
    const seed = fromHex(given.seed);
    const who = core.identityOf(seed);
    const file = core.keyFileText(who, given.name, given.day, core.secretLine(seed));
    assert.deepEqual(core.readKeyFile(file), { seed });
    assert.deepEqual(core.readSecretLine(core.secretLine(seed).toLowerCase()), seed);
    return {
      sign_seed: hex(core.deriveFromSeed(seed, "sign")),
      sign_public: hex(who.signPublic),
      seal_secret: hex(core.deriveFromSeed(seed, "seal")),
      seal_public: hex(who.sealPublic),
      derive: hex(core.deriveFromSeed(seed, "derive")),
      secret_line: core.secretLine(seed),
      public_line: core.publicLine(who),
      ssh_line: core.sshLine(who.signPublic),
      key_file: file,
    };
  },
  personal: (given) => {
    const derive = (...info) => core.deriveKey(fromHex(given.derive), ...info);
    const draw = derive("draw", given.game);
    return {
      tie: hex(derive("tie", given.game, given.seat)),
      draw_seed: hex(draw),
      draw_public: hex(core.drawPublic(draw)),
      memo_key: hex(derive("memo", given.game)),
    };
  },
  box: (given) => {
    const ends = [fromHex(given.referee), fromHex(given.seat)];
    const shared = core.exchange(fromHex(given.seat_secret), ends[0]);
    assert.deepEqual(core.exchange(fromHex(given.referee_secret), ends[1]), shared);
    const pair = core.pairKey(given.game, ...ends, shared);
    const info = fromHex(given.info);
    const sealed = core.seal(pair, info, JSON.parse(core.fromUtf8(fromHex(given.text))), given.size);
    return {
      pair: hex(pair),
      seal: hex(sealed),
      siv_key: hex(core.deriveKey(pair, "box-siv")),
      siv: hex(sealed.subarray(0, 32)),
      key: hex(core.deriveKey(pair, "box-key", sealed.subarray(0, 32), info)),
    };
  },
  commitment: (given) => {
    const nonce = core.orderNonce(fromHex(given.pair), contextOf(given), given.index, given.value);
    return { nonce: hex(nonce), commitment: core.orderCommitment(given, given.index, nonce, given.value) };
  },
  plans: (given) => {
    const slots = core.planSlots(fromHex(given.pair), given, given.values);
    const commitments = slots.map((slot) => slot.commit);
    return { nonces: slots.map((slot) => slot.nonce), commitments, plans: core.plansCommitment(commitments) };
  },
  draw: (given) => {
    const seed = fromHex(given.seed);
    const proof = core.proveDraw(seed, core.utf8(given.roster));
    const key = core.drawPublic(seed);
    return { public: hex(key), proof: hex(proof), beta: hex(core.checkDraw(key, core.utf8(given.roster), proof)) };
  },
  signed: (given) => {
    const message = core.signedBytes(given.namespace, core.canonicalBytes(given.value));
    return { bare: hex(ed25519.sign(message, fromHex(given.sign_seed))) };
  },
  sshsig: (given) => {
    const seed = fromHex(given.sign_seed);
    const key = ed25519.getPublicKey(seed);
    const bare = ed25519.sign(core.signedBytes(given.namespace, core.utf8(given.message)), seed);
    const blob = core.concat(core.frame(key, given.namespace), bare);
    return { ssh_line: core.sshLine(key), signature: hex(blob), bare: hex(bare), armoured: core.armourSignature(blob) };
  },
};

test("every frozen vector of format 2 that concerns players is what this program computes", (context) => {
  let count = 0;
  for (const [name, compute] of Object.entries(COMPUTE)) {
    for (const row of v2[name]) {
      assert.deepEqual(compute(row.in), row.out, `${name}: ${row.what}`);
      count += 1;
    }
  }
  const left = ["format", "about", "locked_key", "game_secret", "handed_secret", "root", "words", "below", "shuffled"];
  assert.deepEqual([...Object.keys(COMPUTE), ...left].sort(), Object.keys(v2).sort());
  context.diagnostic(`${count} vectors of tests/vectors/v2.json`);
});

test("a key with a passphrase is written and read as lpbe writes and reads it", async () => {
  const [{ in: given, out }] = v2.locked_key;
  const line = await core.lockSeed(fromHex(given.seed), given.passphrase, fromHex(given.fresh));
  assert.equal(line, out.secret_line);
  assert.deepEqual(core.readKeyFile(`# a comment\n${line}\n`), { locked: line });
  assert.equal(hex(await core.unlockLine(line, given.passphrase)), given.seed);
  assert.equal(await codeOf(() => core.unlockLine(line, "correct horse e")), "E_KEY_PASSPHRASE");
});
