/** @file What players agree to, and their word that they are ready. */

import { deliver } from "../delivery.mjs";
import { button, el } from "../dom.mjs";
import { openingOf } from "../table.mjs";
import { refusal, t } from "../texts.mjs";
import { guarded, notice, paragraphs } from "./parts.mjs";

/** Show the terms as `lpbe join` prints them. */
export async function showTerms(app, table, section) {
  const opening = await openingOf(table);
  const { terms, roster } = await app.engine.ask(opening, "terms");
  section.removeAttribute("aria-busy");
  section.replaceChildren(
    el("h2", {}, t("terms")),
    ...paragraphs(terms),
    roster.length ? el("h2", {}, t("roster")) : "",
    ...paragraphs(roster),
  );
}

/** Return the part in which a player says that they are ready. */
export function readyPart(app, table, refresh) {
  const problem = notice();
  const accept = el("input", { type: "checkbox", id: "ready-accept" });
  const ready = async () => {
    if (!accept.checked) throw refusal("E_TERMS", "join.accept.first");
    const sent = await deliver(app, table, "ready", { summary: t("letter.ready") });
    if (sent.state === "refused") throw refusal("E_REFUSED", "text", { text: sent.text });
    if (sent.closed) await sent.closed;
    else app.say(sent.text);
    await refresh();
  };
  return el(
    "section",
    { class: "card" },
    el("h2", {}, t("ready.title")),
    el("p", {}, t("ready.hint")),
    el("label", { class: "check", for: "ready-accept" }, accept, t("ready.accept")),
    problem,
    button(t("ready.ready"), guarded(app, ready, problem), { class: "main", id: "ready" }),
  );
}
