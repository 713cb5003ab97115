/** @file The reader's letters and what became of them. */

import { mailSubject, fileName } from "../../core/order_files.mjs";
import { button, el, showDialog } from "../dom.mjs";
import { openReason } from "../../core/receipts.mjs";
import { signedLetter } from "../table.mjs";
import { t } from "../texts.mjs";
import { letterStatus } from "./game_status.mjs";
import { showHandOver } from "./hand_over.mjs";
import { noteLetter } from "../memory.mjs";
import { guarded } from "./parts.mjs";

/** Show all letters that the pin remembers, the newest first. */
export async function showLetters(game) {
  const rows = [];
  for (const letter of game.letters) rows.push(await letterRow(game, letter));
  showDialog(
    t("menu.letters"),
    t("close"),
    rows.length ? el("ul", { class: "list", id: "letter-list" }, rows) : el("p", {}, t("letters.none")),
  );
}

async function letterRow(game, one) {
  const letter = signedLetter(one);
  const { summary } = game.table.record.sent[one.order] ?? {};
  const reason = one.refusal ? await reasonText(game, one.refusal) : "";
  const show = () =>
    showHandOver(game.app, game.table, { letter, text: one.text, name: fileName(letter) }, (way) =>
      noteLetter(game.app.database, game.table.address, one.order, { way }),
    );
  return el(
    "li",
    {},
    el(
      "span",
      { class: "grow" },
      el("b", {}, `${t(`letter.${one.kind}`)} · ${letter ? mailSubject(letter).split(" ").at(-1) : one.rev}`),
      el("small", {}, [letterStatus(one).text, reason].filter(Boolean).join(" ")),
      summary && el("small", {}, summary),
    ),
    letter && one.fate === "waiting" && button(t("hand.over"), guarded(game.app, show), { class: "quiet" }),
  );
}

/** Return why the referee refused a letter, as far as it says so in the open; the report has it in words. */
async function reasonText({ table }, refusal) {
  const reason = await openReason(table.game, table.seat, table.identity, refusal);
  return reason ? [reason.clause && `[${reason.clause}]`, t("letters.reason")].filter(Boolean).join(" ") : "";
}
