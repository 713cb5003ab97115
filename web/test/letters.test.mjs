/** @file Which letters may be sent, under which number, and what a pin remembers of them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as core from "../src/core.mjs";
import { codeOf, copy, personOf, recorded, recordedGame } from "./given.mjs";

const NAMES = ["ana", "ben", "cleo", "dan", "eve", "finn", "gus"];
const { state: open } = recordedGame("pebbles");

/** Return a game with a seat that is asked, and whose it is. */
async function asked(name = "pebbles") {
  const game = recordedGame(name);
  for (const person of NAMES) {
    const who = personOf(person);
    const [seat] = await core.ownSeats(game, who);
    if (game.state.window.waiting.includes(seat)) return { game, seat, who };
  }
  throw new Error("nobody is asked");
}

function answer({ game, seat, who }, rev, coins = 1, more = {}) {
  return core.playLetter(game, seat, who, rev, { orders: [{ order: "bid", coins }], secret: [true], ...more });
}

/** Return a copy of a game, changed in its state; its signatures are not looked at here. */
function withState(game, change) {
  const other = copy(game);
  change(other.state);
  return other;
}

test("a letter is checked as the referee will check it", async () => {
  const here = await asked();
  const { game, seat, who } = here;
  const letter = await answer(here, 0);
  const stop = core.stopLetter(game, seat, 3, true);
  const record = (state) => state.seats.find((one) => one.id === seat);
  const cases = {
    accepted: [[game, letter]],
    E_ORDER_GAME: [[game, { ...letter, game: "00".repeat(32) }]],
    E_ORDER_SEAT: [[game, { ...letter, seat: "nobody" }]],
    E_ORDER_STALE: [
      [game, { ...letter, window: letter.window + 1 }],
      [withState(game, (state) => (state.window.kind = "over")), letter],
      [withState(game, (state) => (state.window.kind = "over")), stop],
      [game, { ...stop, seen: "00".repeat(32) }],
    ],
    E_ORDER_FORK: [[game, { ...letter, seen: "00".repeat(32) }]],
    E_ORDER_KIND: [[game, { ...letter, kind: "ready", args: { proof: "" } }]],
    E_ORDER_REV: [
      [game, { ...letter, rev: 16 }],
      [withState(game, (state) => (record(state).free = { next: 4 })), stop],
      [game, { ...stop, rev: 16 }],
    ],
    E_ORDER_NOT_WAITING: [[withState(game, (state) => (state.window.waiting = [])), letter]],
    E_ORDER_EARLY: [[withState(game, (state) => (state.window.kind = "ready")), stop]],
    E_ORDER_MANY: [
      [withState(game, ({ window, ...state }) => (record(state).free = { window: window.number, sent: 8 })), stop],
    ],
    E_SEAL_SIZE: [
      [game, { ...letter, hidden: undefined }],
      [game, { ...letter, hidden: { ...letter.hidden, seal: "AAAA" } }],
    ],
    E_KEY_ROLE: [[withState(game, (state) => delete record(state).tie), letter]],
    E_TEXT: [
      [game, { ...letter, note: "x".repeat(401) }],
      [game, core.noteLetter(game, seat, 0, " ")],
    ],
    E_FILE_UTF8: [[game, { ...letter, note: "\ud800" }]],
    E_ORDER_QUORUM: [[game, core.endorseLetter(game, seat, 0, "00".repeat(32))]],
  };
  for (const [code, all] of Object.entries(cases)) {
    for (const [position, one] of all) {
      const next =
        code === "E_ORDER_REV" || one.kind !== "stop"
          ? position
          : withState(position, (state) => {
              record(state).free = { ...record(state).free, next: 3 };
            });
      const found = await codeOf(() => core.checkLetter(asIs(next, game), one, who));
      assert.equal(found, code, JSON.stringify(one).slice(0, 60));
    }
  }
  assert.equal(await codeOf(() => core.checkLetter(game, letter, personOf("gus"))), "E_KEY_SEAT");
});

function asIs(changed, game) {
  return { ...game, state: changed.state };
}

test("new keys must be sound, new and proven", async () => {
  const { game, seat, who } = await asked("weeks");
  const other = game.state.seats.find((record) => record.id !== seat);
  const letter = await core.rekeyLetter(game, seat, 9, personOf("dan"));
  const args = (change) => ({ ...letter, args: { ...letter.args, ...change } });
  const { next = 0 } = core.tallyOf(game, letter);
  const check = (one) => codeOf(() => core.checkLetter(game, { ...one, rev: next }, who));
  assert.equal(await check(letter), "accepted");
  assert.equal(await check(args({ sign: other.sign })), "E_KEY_REUSED");
  assert.equal(await check(args({ seal: other.seal })), "E_KEY_REUSED");
  assert.equal(await check(args({ seal: core.sealKeys(game)[0] })), "E_KEY_REUSED");
  assert.equal(await check(args({ sign: core.base64(core.Point.ZERO.toBytes()) })), "E_KEY_WEAK");
  assert.equal(await check(args({ tie: "00".repeat(32) })), "E_SIG_INVALID");
  assert.match(
    await core.seatLine(game, seat, personOf("dan")),
    /^lpbe-seat-2 \S{44} \S{44} [0-9a-f]{64} [0-9a-f]{64} \S{88}$/,
  );
});

test("a letter takes the lowest number above all that were used", () => {
  const game = {
    state: { ...open, window: { number: 5, kind: "play", accepted: [{ seat: "red", rev: 2, order: "" }] } },
  };
  assert.equal(core.nextRev(game, "red", "play", []), 3);
  assert.equal(core.nextRev(game, "blue", "play", []), 0);
  assert.equal(core.nextRev(game, "red", "play", [0, 7]), 8);
  assert.throws(() => core.nextRev(game, "red", "play", [15]), /E_ORDER_REV/);
  const counted = withState(game, (state) => (state.seats[0].notes = { next: 4 }));
  const seat = counted.state.seats[0].id;
  assert.equal(core.nextRev(counted, seat, "note", []), 4);
  assert.equal(core.nextRev(counted, seat, "note", [6]), 7);
  assert.equal(core.nextRev(counted, seat, "stop", []), counted.state.seats[0].free?.next ?? 0);
  assert.equal(core.revInName("5-red-3.toml", "5", "red"), 3);
  for (const name of ["5-red-3.toml.tmp", "5-red-x.toml", "15-red-3.toml", "5-redder-3.toml", "5-red-"]) {
    assert.equal(core.revInName(name, "5", "red"), null, name);
  }
});

test("a pin refuses an older game, another history and a gap, and takes a log that leads back to it", () => {
  const game = recordedGame("living-planet");
  const entries = core.readLog(recorded("living-planet", "unfinished", "log.jsonl"));
  const pinAt = (seq) => ({ ...core.followGame(undefined, game), head: entries[seq].head });
  const last = game.state.seq;
  assert.equal(core.followGame(pinAt(last), game).head.seq, last);
  assert.equal(core.followGame(pinAt(last - 3), game).head.seq, last);
  assert.equal(core.followGame(pinAt(2), game, entries).head.seq, last);
  assert.equal(core.followGame(pinAt(2), game, entries.slice(2)).head.seq, last);
  const other = { ...entries[last - 3].head, public: "00".repeat(32) };
  const codes = {
    E_ROLLBACK: [{ ...pinAt(last), head: { ...entries[last].head, seq: last + 1 } }, []],
    E_FORK: [{ ...pinAt(last), head: other }, []],
    E_FILE_MISSING: [pinAt(2), []],
    E_STATE_GAME: [{ ...pinAt(2), game: "00".repeat(32) }, entries],
  };
  for (const [code, [pin, steps]] of Object.entries(codes)) {
    assert.throws(() => core.followGame(pin, game, steps), new RegExp(code));
  }
  const forged = { ...pinAt(2), head: { ...entries[2].head, state: "00".repeat(32) } };
  assert.throws(() => core.followGame(forged, game, entries), /E_FORK/);
  assert.throws(
    () =>
      core.followGame(
        pinAt(2),
        game,
        entries.filter((entry) => entry.head.seq !== 20),
      ),
    /E_FILE_MISSING/,
  );
});

test("a pin never takes a second letter under a number that was used, and forgets none that matters", async () => {
  const here = await asked();
  const { game } = here;
  const [one, two, later] = [await answer(here, 0), await answer(here, 0, 2), await answer(here, 1, 2)];
  const pin = core.rememberLetter(core.followGame(undefined, game), game, one);
  assert.equal(core.rememberLetter(pin, game, one), pin);
  assert.throws(() => core.rememberLetter(pin, game, two), /E_ORDER_REV/);
  const both = core.rememberLetter(pin, game, later);
  assert.deepEqual(core.usedRevs(both, here.seat, String(game.state.window.number)), [0, 1]);
  assert.throws(() => core.rememberLetter(both, game, one), /E_ORDER_REV/);
  let long = core.rememberLetter(both, game, core.noteLetter(game, here.seat, 7, "kept"));
  for (let window = 100; window < 300; window++) long = core.rememberLetter(long, game, { ...one, window });
  assert.ok(long.sent.length <= 65, String(long.sent.length));
  assert.deepEqual(core.usedRevs(long, here.seat, "note"), [7]);
  assert.deepEqual(core.usedRevs(long, here.seat, "299"), [0]);
  const reset = core.resetPin(long);
  assert.deepEqual([reset.head, reset.sent], [undefined, long.sent]);
});

test("a key shows its draw for one roster only", async () => {
  const { game, seat, who } = await asked();
  const ready = { ...core.stopLetter(game, seat, 0, true), kind: "ready" };
  const pin = core.rememberLetter(core.followGame(undefined, game), game, ready);
  const other = withState(game, (state) => (state.seats[0].name = "Somebody else"));
  assert.equal(pin.roster, core.rosterId(game.state));
  assert.throws(() => core.rememberLetter(pin, other, { ...ready, rev: 1 }), /E_FORK/);
  assert.equal(core.rememberLetter(pin, game, { ...ready, rev: 1 }).roster, pin.roster);
  assert.ok(who);
});

test("what became of a letter follows from game, log and receipts", async () => {
  const finished = recordedGame("weeks", "finished");
  const log = core.readLog(recorded("weeks", "finished", "log.jsonl"));
  const refusals = core.readReceipt(finished, recorded("weeks", "finished", "refused/000010.toml"));
  const sent = (letter) => ({ ...letter, order: core.letterId(letter) });
  const played = log.map((entry) => entry.order).find((letter) => letter?.kind === "play");
  const here = await asked();
  const waiting = sent(await answer(here, 1));
  const accept = (order, rev) =>
    withState(here.game, (state) => (state.window.accepted = [{ seat: here.seat, rev, order }]));
  assert.ok(refusals.length >= 1);
  assert.equal(core.fateOf(finished, sent(played), log).fate, "applied");
  assert.equal(core.fateOf(finished, { ...sent(played), order: refusals[0].order }, log, refusals).fate, "refused");
  assert.equal(core.fateOf(finished, { ...sent(played), order: "00".repeat(32) }, log).fate, "late");
  assert.equal(core.fateOf(finished, { ...sent(played), order: "00".repeat(32) }).fate, "unknown");
  assert.equal(core.fateOf(here.game, waiting).fate, "waiting");
  assert.equal(core.fateOf(accept(waiting.order, 1), waiting).fate, "applied");
  assert.equal(core.fateOf(accept("00".repeat(32), 2), waiting).fate, "replaced");
  assert.equal(core.fateOf(here.game, sent(core.noteLetter(here.game, here.seat, 3, "x"))).fate, "waiting");
});

test("a reason opens for its sender alone, and a receipt counts only if a referee signed it", async (context) => {
  let opened = 0;
  for (const part of ["finished", "unfinished"]) {
    const game = recordedGame("weeks", part);
    const text = recorded("weeks", part, "refused/000010.toml");
    const [refusal] = core.readReceipt(game, text);
    const reasons = await Promise.all(NAMES.map((name) => core.openReason(game, "blue", personOf(name), refusal)));
    opened += reasons.filter((reason) => reason?.message).length;
    assert.deepEqual(
      core.readReceipt(game, text.replace(/code = "E_\w+"/, 'code = "E_RULE"').replace("E_EQUIVOCATION", "E_RULE")),
      [],
    );
    assert.deepEqual(core.readReceipt(recordedGame("pebbles"), text), []);
    assert.deepEqual(core.readReceipt(game, "junk"), []);
  }
  assert.equal(opened, 2);
  context.diagnostic(`${opened} reasons opened`);
});

test("a player opens every letter of theirs in a log that their present key sealed, and no other", async (context) => {
  let opened = 0;
  for (const name of ["pebbles", "living-planet", "weeks"]) {
    const game = recordedGame(name, "finished");
    const log = core.readLog(recorded(name, "finished", "log.jsonl"));
    for (const person of NAMES) {
      for (const seat of await core.ownSeats(game, personOf(person))) {
        const found = await core.openOwnLetters(game, log, seat, personOf(person));
        const sent = log.filter((entry) => entry.order?.seat === seat && entry.order.hidden).length;
        const count = Object.keys(found).length;
        assert.ok(name === "weeks" ? count <= sent : count === sent, `${name} ${seat} ${count} ${sent}`);
        opened += count;
      }
    }
    const [letter] = log.map((entry) => entry.order).filter((order) => order?.hidden);
    assert.equal(
      await codeOf(() => core.openOwnLetter(game, letter, core.identityOf(new Uint8Array(32)))),
      "E_SEAL_OPEN",
    );
  }
  assert.ok(opened > 50, String(opened));
  context.diagnostic(`${opened} letters opened`);
});
