/** @file Letters that answer no question: a note, an agreement, leaving the game, a new key. */

import { paceId } from "../../core/letters.mjs";
import { button, el, field, form, showDialog } from "../dom.mjs";
import { shortKey } from "../keyring.mjs";
import { playerName } from "../table.mjs";
import { t } from "../texts.mjs";
import { keyForms } from "./key.mjs";
import { guarded, notice } from "./parts.mjs";

const MAX_NOTE_LETTER = 500;

/** Send a letter from a dialog: close it, or say in it why the letter was refused. */
function sender(game, kind, line, close) {
  return async (wish) => {
    const { state, text } = await game.send(kind, { summary: t(`letter.${kind}`), ...wish });
    if (state === "refused") line.textContent = text;
    else {
      if (state === "sent") close();
      game.app.say(text);
    }
  };
}

/** Show the form for a note to everybody. */
export function showNote(game) {
  const text = el("textarea", { rows: "4", maxlength: String(MAX_NOTE_LETTER), id: "note-text" });
  const problem = notice();
  const send = sender(game, "note", problem, () => dialog.close());
  const dialog = showDialog(
    t("menu.note"),
    t("close"),
    form(
      guarded(game.app, () => send({ text: text.value }), problem),
      field(t("note.text"), text, t("note.hint")),
      problem,
      el("button", { class: "main", id: "send-note" }, t("send")),
    ),
  );
}

/** Show what the reader can agree to: ending the game, replacements of players, a shorter pace. */
export function showAgree(game) {
  const { state, genesis } = game.table.game;
  const problem = notice();
  const close = () => dialog.close();
  const stop = sender(game, "stop", problem, close);
  const endorse = sender(game, "endorse", problem, close);
  const pace = el("input", { type: "text", id: "pace", autocomplete: "off", maxlength: "20" });
  const of = () => ({ of: paceId(state.game, pace.value.trim()), pace: pace.value.trim() });
  const dialog = showDialog(
    t("menu.agree"),
    t("close"),
    state.window.kind === "play" &&
      el(
        "section",
        {},
        el("h3", {}, t("stop.title")),
        el("p", {}, t("stop.hint")),
        el(
          "p",
          { class: "row" },
          button(
            t("stop.agree"),
            guarded(game.app, () => stop({ agree: true }), problem),
            { id: "stop-agree" },
          ),
          button(
            t("stop.withdraw"),
            guarded(game.app, () => stop({ agree: false }), problem),
          ),
        ),
      ),
    (state.replacing ?? []).map((one) => replacement(game, one, endorse, problem)),
    genesis.pace &&
      form(
        guarded(game.app, () => endorse(of()), problem),
        el("h3", {}, t("pace.title")),
        field(t("pace.pace"), pace, t("pace.hint", { pace: genesis.pace })),
        el("button", {}, t("pace.agree")),
      ),
    problem,
  );
}

function replacement(game, { order, args }, endorse, problem) {
  const name = playerName(game.table.game, args.seat);
  return el(
    "section",
    {},
    el("h3", {}, t("replace.title", { seat: args.seat, name })),
    el("p", {}, t("replace.hint")),
    button(
      t("replace.agree"),
      guarded(game.app, () => endorse({ of: order }), problem),
    ),
  );
}

/** Show how to leave the game. */
export function showLeave(game) {
  const sure = el("input", { type: "checkbox", id: "resign-sure" });
  const problem = notice();
  const send = sender(game, "resign", problem, () => dialog.close());
  const resign = async () => {
    if (sure.checked) await send({});
    else problem.textContent = t("leave.tick");
  };
  const dialog = showDialog(
    t("menu.leave"),
    t("close"),
    el("p", {}, t("leave.hint")),
    el("label", { class: "check", for: "resign-sure" }, sure, t("leave.sure")),
    problem,
    button(t("leave.leave"), guarded(game.app, resign, problem), { class: "danger", id: "resign" }),
  );
}

/** Show how to give the seat a new key: one that is here already, or another one. */
export async function showNewKey(game) {
  const { app, table } = game;
  const problem = notice();
  const others = (await app.keyring.list()).filter(({ name }) => name !== table.key);
  const send = sender(game, "rekey", problem, () => dialog.close());
  const take = async (name) => send({ newIdentity: await app.keyring.identity(name) });
  const dialog = showDialog(
    t("menu.newkey"),
    t("close"),
    el("p", {}, t("newkey.hint")),
    others.map(({ name }) =>
      button(
        t("newkey.take", { key: shortKey(name) }),
        guarded(app, () => take(name), problem),
      ),
    ),
    problem,
    ...keyForms(app, take),
  );
}
