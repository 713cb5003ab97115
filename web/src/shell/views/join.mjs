/** @file Take a seat: the terms, a key, a name and the invitation code. */

import { readInvitation } from "../../core/invitations.mjs";
import { gameAddress, shortName } from "../addresses.mjs";
import { el, field, form } from "../dom.mjs";
import { lobbyOf } from "../handing.mjs";
import { changeGameRecord, changeSettings, readSettings } from "../memory.mjs";
import { go, replaceRoute } from "../routes.mjs";
import { openTable } from "../table.mjs";
import { currentLanguage, refusal, t } from "../texts.mjs";
import { deliver } from "../delivery.mjs";
import { keyForms } from "./key.mjs";
import { guarded, notice } from "./parts.mjs";
import { showTerms } from "./ready.mjs";

/** Show what a player agrees to, and let them take a seat. */
export async function showJoin(app, main) {
  const { game: named, seat, code } = app.route;
  const address = gameAddress(named);
  const table = await openTable(app, address);
  table.server = (await lobbyOf(address))?.accepts ?? false;
  const joined = table.seat !== null && table.game.state.window.kind !== "join";
  if (joined || isSeated(table)) return replaceRoute("game", { game: shortName(address) });
  const open = openSeats(table.game);
  if (table.game.state.window.kind !== "join" || !open.length) {
    return replaceRoute("game", { game: shortName(address) });
  }
  if (seat && !open.includes(seat)) throw refusal("E_ORDER_SEAT", "join.taken", { seat });
  const terms = el("section", { class: "card", "aria-busy": "true" }, el("p", {}, t("loading")));
  const rest = el("div", {});
  main.replaceChildren(el("h1", {}, t("join.title", { game: shortName(address) })), terms, rest);
  await showTerms(app, table, terms);
  const keys = await app.keyring.list();
  const goOn = (name) => rest.replaceChildren(joinForm(app, table, { open, seat, code, key: name }));
  if (keys.length) goOn(keys[0].name);
  else rest.replaceChildren(el("h2", {}, t("join.key")), el("p", {}, t("join.key.hint")), ...keyForms(app, goOn));
  return undefined;
}

function isSeated({ game, seat }) {
  return seat !== null && game.state.seats.find((record) => record.id === seat)?.tie !== undefined;
}

function openSeats({ genesis, state }) {
  const held = new Set(genesis.seats.filter((spec) => spec.held).map((spec) => spec.id));
  return state.seats.filter((record) => !record.tie && !held.has(record.id)).map((record) => record.id);
}

function joinForm(app, table, { open, seat, code, key }) {
  const seats = el(
    "select",
    { id: "join-seat" },
    open.map((id) => el("option", { value: id }, id)),
  );
  seats.value = seat || open[0];
  const name = el("input", { type: "text", maxlength: "32", autocomplete: "nickname", id: "join-name" });
  readSettings(app.database).then((settings) => (name.value ||= settings.name ?? ""));
  const typed = el("input", { type: "text", autocomplete: "off", autocapitalize: "characters", id: "join-code" });
  typed.value = code;
  const accept = el("input", { type: "checkbox", id: "join-accept" });
  const problem = notice();
  const join = async () => {
    if (!accept.checked) throw refusal("E_TERMS", "join.accept.first");
    const own = readInvitation(typed.value, table.game.state.game, seats.value);
    await changeSettings(app.database, { name: name.value.trim() });
    const identity = await app.keyring.identity(key);
    const wish = { name: name.value.trim(), lang: currentLanguage(), code: own, summary: t("letter.join") };
    const seated = { ...table, seat: seats.value, identity, key };
    const sent = await deliver(app, seated, "join", wish);
    if (sent.state === "refused") throw refusal("E_REFUSED", "text", { text: sent.text });
    await changeGameRecord(app.database, table.address, () => ({ joining: { seat: seats.value, key } }));
    await sent.closed;
    go("game", { game: shortName(table.address) });
    if (!sent.closed) app.say(sent.text);
  };
  return form(
    guarded(app, join, problem),
    el("h2", {}, t("join.you")),
    field(t("join.seat"), seats),
    field(t("join.name"), name, t("join.name.hint")),
    field(t("join.code"), typed),
    el("label", { class: "check", for: "join-accept" }, accept, t("join.accept")),
    problem,
    el("button", { class: "main", id: "join" }, t("join.join")),
  );
}
