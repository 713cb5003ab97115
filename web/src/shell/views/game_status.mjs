/** @file The line above a game's page: what became of the newest letter, or what the reader is waited for. */

import { button, el } from "../dom.mjs";
import { isAsked } from "../table.mjs";
import { t } from "../texts.mjs";

/** Return tone and text of the line, and whether the letter can be sent again. */
export function statusOf(table, letters) {
  const { window } = table.game.state;
  const open = letters.find((one) => one.window === window.number && ["play", "ready", "join"].includes(one.kind));
  const newest = open ?? letters.find((one) => one.fate === "waiting");
  const old = table.isOld ? `${t("status.offline")} ` : "";
  if (newest) {
    const status = letterStatus(newest);
    return { ...status, text: old + status.text, change: newest.kind === "play" && newest.fate === "waiting" };
  }
  if (!table.seat) return { tone: "", text: old + t("status.reader") };
  if (window.kind === "over") return { tone: "", text: old };
  return {
    tone: "",
    text: isAsked(table) ? old : old + t("status.waiting", { seats: (window.waiting ?? []).join(", ") }),
  };
}

/** Return what became of a letter, in words. */
export function letterStatus({ fate, way, answer, pending, refusal }) {
  if (fate === "refused") return { tone: "bad", text: t("fate.refused", { code: refusal.code }) };
  if (fate !== "waiting") return { tone: fate === "applied" ? "good" : "", text: t(`fate.${fate}`) };
  if (answer) return { tone: "bad", text: t("fate.answered", { answer }) };
  if (pending) return { tone: "warn", text: t("fate.pending"), again: true };
  if (!way) return { tone: "warn", text: t("fate.signed"), again: true };
  return {
    tone: "good",
    text: t(way === "post" ? "fate.posted" : "fate.handed", { way: t(`way.${way}.name`) }),
    again: true,
  };
}

/** Show the line; nothing where there is nothing to say. */
export function showStatus(line, { tone, text, again = false, change = false }, actions) {
  line.className = `status ${tone}`;
  line.hidden = !text;
  line.replaceChildren(
    el("span", { id: "status-text" }, text),
    again && actions.again ? button(t("send.again"), actions.again, { class: "quiet", id: "send-again" }) : "",
    change && actions.change ? button(t("change"), actions.change, { class: "quiet", id: "change" }) : "",
    tone && actions.letters ? button(t("letters"), actions.letters, { class: "quiet", id: "letters" }) : "",
  );
}
