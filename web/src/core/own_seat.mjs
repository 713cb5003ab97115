/** @file What a key sees of a game: its seats, their views, its memos (protocol 2.1, 3.9, 9.3). */

import { base64, fromBase64, hex } from "./bytes.mjs";
import { Fault, require } from "./fault.mjs";
import { seatRecord, viewKey } from "./game_file.mjs";
import { checkView } from "./records.mjs";
import { memoInfo, pairWith, unseal, viewInfo } from "./seals.mjs";

const STRANGE = "this game looks like one of yours, but your key never joined it as {seat}";

/** Return the seats that a key plays; refuse a game that it never joined. */
export async function ownSeats(game, identity) {
  const own = base64(identity.signPublic);
  const seats = game.state.seats.filter((record) => record.sign === own);
  if (game.genesis.trust === "referee") for (const record of seats) await checkTie(game, record, identity);
  return seats.map((record) => record.id);
}

/** Check that this key joined this game and not a look-alike, in which nothing may be signed, sealed or opened. */
export async function checkTie(game, record, identity) {
  const joined = ["ready", "play"].includes(game.state.window.kind) || record.tie !== undefined;
  if (!joined) return;
  const tie = await tieOf(identity, game.state.game, record.id);
  require(record.tie === tie, "E_GAME_STRANGE", STRANGE, { seat: record.id });
}

/** Return the value that ties a seat of one game to a key. */
export async function tieOf(identity, game, seat) {
  return hex(await identity.derive("tie", game, seat));
}

/** Return what a seat sees: screen, news and what opens its waiting plans. */
export async function openView(game, seat, identity) {
  const { state, genesis, last } = game;
  if (state.clear) return checkView(state.clear.views?.[seat] ?? {});
  const record = seatRecord(game, seat);
  require(record, "E_SEAT", "there is no seat '{seat}' in this game", { seat });
  if (!(seat in state.seals)) return {};
  const own = record.seal === base64(identity.sealPublic);
  require(own, "E_SEAL_OPEN", "the seal of {seat} is for another key", { seat });
  await checkTie(game, record, identity);
  const pair = await pairWith(identity, state.game, viewKey(game));
  return checkView(unseal(pair, viewInfo(last.head, seat), fromBase64(state.seals[seat]), genesis.sizes.view));
}

/** Return the memo that a key wrote to itself; empty if there is none, or another key wrote it. */
export async function openMemo(game, seat, identity) {
  const kept = seatRecord(game, seat)?.memo;
  if (!kept || !game.genesis.sizes) return "";
  const secret = await identity.derive("memo", game.state.game);
  try {
    const { memo } = unseal(
      secret,
      memoInfo(game.state.game, seat, kept),
      fromBase64(kept.seal),
      game.genesis.sizes.memo,
    );
    return typeof memo === "string" ? memo : "";
  } catch (error) {
    if (error instanceof Fault) return "";
    throw error;
  }
}
