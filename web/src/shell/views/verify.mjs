/** @file Verify a game and watch it again. */

import { headOf } from "../pins_seen.mjs";
import { openOwnLetters } from "../../core/own_letters.mjs";
import { el, showDialog } from "../dom.mjs";
import { makeFrame, showPage } from "../page_frame.mjs";
import { t } from "../texts.mjs";
import { plainText } from "./parts.mjs";

/** Verify the game: level 1 with what the key opens, level 2 once it is disclosed; show the verdict in words. */
export async function showVerify(game) {
  const { table } = game;
  const place = el("div", { id: "verdict", "aria-live": "polite" }, el("p", {}, t("verify.working")));
  showDialog(t("menu.verify"), t("close"), el("p", {}, t("verify.hint")), place);
  const total = table.game.state.seq;
  const progress = (step) => place.replaceChildren(el("p", {}, t("verify.step", { step: String(step), total })));
  const letters = await ownLetters(table);
  try {
    const verdict = await game.ask("verify", { ...letters, seen: headOf(table) }, progress);
    place.replaceChildren(
      el("p", { class: "verdict good" }, t(`verify.level.${verdict.level}`)),
      plainText(verdict.text),
    );
  } catch (error) {
    place.replaceChildren(el("p", { class: "verdict bad", role: "alert" }, t("verify.wrong")));
    throw error;
  }
}

async function ownLetters({ game, seat, identity, entries }) {
  if (!seat || game.genesis.trust !== "referee") return {};
  return { letters: await openOwnLetters(game, entries, seat, identity) };
}

/** Watch the game again, as everybody may see it. */
export async function showReplay(game) {
  const place = el("div", { class: "replay" }, el("p", {}, t("loading")));
  const dialog = showDialog(t("menu.replay"), t("close"), place);
  dialog.classList.add("whole");
  const total = game.table.game.state.seq;
  const progress = (step) => place.replaceChildren(el("p", {}, t("verify.step", { step: String(step), total })));
  const { html } = await game.ask("replay", {}, progress);
  const frame = makeFrame(t("menu.replay"));
  place.replaceChildren(frame);
  showPage(frame, html, game.app.settings.theme);
}
