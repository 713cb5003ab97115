/** @file Type orders, try them, look up what is legal, and change the policy. */

import { button, el, field, form, showDialog } from "../dom.mjs";
import { t } from "../texts.mjs";
import { guarded, notice, plainText } from "./parts.mjs";

const MAX_NOTE = 400;

/** Show the form for typed orders; what it can do is what `lpbe order`, `try` and `legal` can do. */
export function showTyping(game) {
  const typed = area("typed-orders", 4);
  const note = el("input", { type: "text", maxlength: String(MAX_NOTE), autocomplete: "off", id: "order-note" });
  const memo = area("order-memo", 2);
  memo.value = game.table.memo ?? "";
  const problem = notice();
  const answer = el("div", { "aria-live": "polite", id: "typed-answer" });
  const show = (text) => answer.replaceChildren(plainText(text));
  const trial = async () => show((await game.ask("try", { typed: typed.value })).text);
  const legal = async () => show((await game.ask("legal", { words: typed.value.split(/\s+/).filter(Boolean) })).text);
  const send = async () => {
    const { state, text } = await game.sendOrders(typed.value, { note: note.value, memo: memo.value });
    if (state === "refused") problem.textContent = text;
    else {
      if (state === "sent") dialog.close();
      game.app.say(text);
    }
  };
  const dialog = showDialog(
    t("menu.typing"),
    t("close"),
    form(
      guarded(game.app, send, problem),
      field(t("typing.orders"), typed, t("typing.orders.hint")),
      el(
        "p",
        { class: "row" },
        button(t("typing.legal"), guarded(game.app, legal, problem), { id: "legal" }),
        button(t("typing.try"), guarded(game.app, trial, problem), { id: "try" }),
      ),
      answer,
      el(
        "details",
        {},
        el("summary", {}, t("typing.more")),
        field(t("typing.note"), note, t("typing.note.hint")),
        field(t("typing.memo"), memo, t("typing.memo.hint")),
      ),
      problem,
      el("button", { class: "main", id: "send-typed" }, t("send")),
    ),
  );
}

function area(id, rows) {
  return el("textarea", { id, rows: String(rows), autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
}

/** Show the policy in force as a file to change. */
export async function showPolicy(game) {
  const { text } = await game.ask("policy", {});
  const file = area("policy-file", 14);
  file.value = text;
  const problem = notice();
  const answer = el("div", { "aria-live": "polite" });
  const wanted = () => game.ask("policy", { file: file.value });
  const check = async () => answer.replaceChildren(plainText((await wanted()).text));
  const send = async () => {
    const { policy, plans, text: summary } = await wanted();
    const { state, text: said } = await game.send("standing", { policy, plans, summary });
    if (state === "refused") problem.textContent = said;
    else {
      if (state === "sent") dialog.close();
      game.app.say(said);
    }
  };
  const dialog = showDialog(
    t("menu.policy"),
    t("close"),
    form(
      guarded(game.app, send, problem),
      field(t("policy.file"), file, t("policy.hint")),
      answer,
      problem,
      el(
        "p",
        { class: "row" },
        button(t("policy.check"), guarded(game.app, check, problem)),
        el("button", { class: "main", id: "send-policy" }, t("send")),
      ),
    ),
  );
}
