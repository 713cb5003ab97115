/** @file The ways to hand a letter over where no server takes it. */

import { button, el, field, saveFile, showDialog } from "../dom.mjs";
import { forgeLink, mailLink, shareable } from "../handing.mjs";
import { changeGameRecord } from "../memory.mjs";
import { t } from "../texts.mjs";
import { guarded, notice } from "./parts.mjs";

/**
 * Show a signed letter with the ways to hand it over, best first; `took` is told the one that was taken.
 *
 * Returns a promise that the reader has closed it.
 */
export function showHandOver(app, table, { letter, text, name }, took) {
  const line = notice();
  const ways = el("div", { class: "ways" });
  const remember = (way) => async () => {
    await took(way);
    line.textContent = t(`way.${way}.done`);
    app.changed?.();
  };
  const addresses = { ...table.record?.ways };
  const show = () => ways.replaceChildren(...waysOf(app, { letter, text, name, addresses, remember, line }));
  const set = (changes) => {
    Object.assign(addresses, changes);
    show();
    return changeGameRecord(app.database, table.address, (record) => ({ ways: { ...record.ways, ...changes } }));
  };
  addresses.repository ||= table.repository ?? "";
  show();
  const dialog = showDialog(
    t("hand.title"),
    t("close"),
    el("p", {}, t("hand.hint")),
    ways,
    line,
    addressFields(app, addresses, set),
    el("details", {}, el("summary", {}, t("hand.text")), el("p", { class: "hint" }, name), letterText(text)),
  );
  return new Promise((resolve) => dialog.addEventListener("close", resolve));
}

function letterText(text) {
  const area = el("textarea", { rows: "8", readonly: true, "aria-label": t("hand.text"), id: "letter-text" });
  area.value = text;
  return area;
}

function waysOf(app, { letter, text, name, addresses, remember, line }) {
  const shared = shareable(name, text);
  const mail = addresses.mail ? mailLink(addresses.mail, letter, text) : null;
  const forge = forgeLink(addresses.repository, addresses.branch, addresses.folder ?? "", name, text);
  const copy = () => navigator.clipboard.writeText(text);
  const then = (work, way) => guarded(app, async () => (await work(), await remember(way)()), line);
  const link = (way, href, label) =>
    el("a", { href, class: "way", target: "_blank", rel: "noopener noreferrer", onclick: remember(way) }, label);
  const open = async () => forge?.pasted && (await copy());
  return [
    shared &&
      button(
        t("way.share"),
        then(() => navigator.share(shared), "share"),
        { class: "way main" },
      ),
    mail && link("mail", mail, t("way.mail", { to: addresses.mail })),
    addresses.mail && !mail && el("p", { class: "hint" }, t("way.mail.long")),
    forge &&
      el("span", { onclick: open }, link("forge", forge.link, t(forge.pasted ? "way.forge.paste" : "way.forge"))),
    button(
      t("way.save", { name }),
      then(() => saveFile(name, text), "save"),
      { class: "way" },
    ),
    button(t("way.copy"), then(copy, "copy"), { class: "way" }),
  ].filter(Boolean);
}

function addressFields(app, addresses, set) {
  const one = (name, label, hint, type) => {
    const input = el("input", { type, id: `way-${name}`, autocomplete: "off", spellcheck: "false" });
    input.value = addresses[name] ?? "";
    input.addEventListener(
      "change",
      guarded(app, () => set({ [name]: input.value.trim() })),
    );
    return field(label, input, hint);
  };
  return el(
    "details",
    { open: !addresses.mail && !addresses.repository },
    el("summary", {}, t("hand.addresses")),
    one("mail", t("hand.mail"), t("hand.mail.hint"), "email"),
    one("repository", t("hand.repository"), t("hand.repository.hint"), "url"),
    one("branch", t("hand.branch"), t("hand.branch.hint"), "text"),
    one("folder", t("hand.folder"), t("hand.folder.hint"), "text"),
  );
}
