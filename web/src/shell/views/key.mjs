/** @file Keys: make one, take one, back it up, forget it. */

import { keyFileText, publicKeysOf, secretLine } from "../../core/keys.mjs";
import { lockSeed } from "../../core/locked_keys.mjs";
import { newSeed } from "../../storage/key_store.mjs";
import { button, el, field, form, saveFile } from "../dom.mjs";
import { inGroups, isLocked, readSeed, shortKey } from "../keyring.mjs";
import { refusal, t } from "../texts.mjs";
import { timeNow } from "../times.mjs";
import { guarded, notice } from "./parts.mjs";

const LABEL = "lpbe";

/** Show all about keys. */
export async function showKeys(app, main) {
  const keys = await app.keyring.list();
  const place = el("div", {});
  main.replaceChildren(
    el("h1", {}, t("key.title")),
    el("p", {}, t("key.what")),
    keys.length
      ? el(
          "ul",
          { class: "list", id: "keys" },
          keys.map((key) => keyRow(app, key)),
        )
      : el("p", {}, t("key.none")),
    place,
  );
  place.append(...keyForms(app, () => app.show()));
}

function keyRow(app, key) {
  const forget = async () => {
    if (!confirm(t("key.forget.sure", { key: shortKey(key.name) }))) return;
    await app.keyring.forget(key.name);
    await app.show();
  };
  const about = [key.created.slice(0, 10), key.kept ? t("key.kept") : t("key.visit")].filter(Boolean).join(" · ");
  return el(
    "li",
    {},
    el("span", { class: "grow" }, el("b", {}, `${shortKey(key.name)}…`), el("small", {}, about)),
    button(t("key.forget"), guarded(app, forget), { class: "quiet" }),
  );
}

/** Return the ways to a key; `done` is called with its name once it is there and backed up. */
export function keyForms(app, done) {
  const place = el("div", { class: "card", id: "key-forms" });
  const start = () => place.replaceChildren(newKeyPart(app, place, done), importPart(app, done));
  start();
  return [place];
}

function newKeyPart(app, place, done) {
  const make = async () => {
    const seed = newSeed();
    place.replaceChildren(...backupPart(app, seed, done));
  };
  return el(
    "section",
    {},
    el("h2", {}, t("key.new")),
    el("p", {}, t("key.new.hint")),
    button(t("key.make"), guarded(app, make), { class: "main", id: "make-key" }),
  );
}

/**
 * Return what a new key's owner does before it is used: write it down or save it, and show that they did.
 *
 * The key cannot be shown later: the browser keeps it in a form that no script can read.
 */
function backupPart(app, seed, done) {
  const line = secretLine(seed);
  const [head, ...groups] = inGroups(line);
  const today = timeNow();
  const file = (text) => keyFileText(publicKeysOf(seed), LABEL, today.slice(0, 10), text);
  const proof = el("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: "8",
    id: "last-group",
  });
  const problem = notice();
  let saved = false;
  const save = () => {
    saveFile("lpbe.key", file(line));
    saved = true;
    problem.textContent = t("key.saved");
  };
  const goOn = async () => {
    if (!saved && proof.value.trim().toUpperCase() !== groups.at(-1)) throw refusal("E_KEY_BACKUP", "key.prove.wrong");
    const { name, kept } = await app.keyring.add(seed, { label: LABEL, created: today });
    seed.fill(0);
    if (!kept) app.say(t("key.notkept"));
    await done(name);
  };
  return [
    el("h2", {}, t("key.write")),
    el("p", {}, t("key.write.hint")),
    el("p", { class: "secret", id: "secret-line", translate: "no" }, el("span", {}, head), groups.map(groupOf)),
    el(
      "p",
      { class: "row" },
      button(t("key.save"), save, { id: "save-key" }),
      button(
        t("copy"),
        guarded(app, () => navigator.clipboard.writeText(line), problem),
      ),
    ),
    passphrasePart(app, seed, file, () => (saved = true)),
    form(
      guarded(app, goOn, problem),
      field(t("key.prove"), proof, t("key.prove.hint")),
      problem,
      el("button", { class: "main", id: "use-key" }, t("key.use")),
    ),
  ];
}

function groupOf(group, at) {
  return el("span", {}, el("small", { "aria-hidden": "true" }, String(at + 1)), group);
}

function passphrasePart(app, seed, file, saved) {
  const passphrase = el("input", { type: "password", autocomplete: "new-password" });
  const line = notice();
  const save = async () => {
    line.textContent = t("key.stretching");
    const fresh = crypto.getRandomValues(new Uint8Array(40));
    saveFile("lpbe.key", file(await lockSeed(seed, passphrase.value, fresh)));
    saved();
    line.textContent = t("key.saved");
  };
  return el(
    "details",
    {},
    el("summary", {}, t("key.locked.save")),
    form(guarded(app, save, line), field(t("passphrase"), passphrase), el("button", {}, t("key.save")), line),
  );
}

function importPart(app, done) {
  const line = el("textarea", { rows: "3", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  const file = el("input", { type: "file" });
  const passphrase = el("input", { type: "password", autocomplete: "off" });
  const keep = el("input", { type: "checkbox", id: "keep-key", checked: true });
  const problem = notice();
  const take = async () => {
    if (file.files[0]) line.value = await file.files[0].text();
    if (isLocked(line.value)) problem.textContent = t("key.stretching");
    const seed = await readSeed(line.value, passphrase.value);
    const { name, kept } = await app.keyring.add(seed, { label: LABEL, created: timeNow(), keep: keep.checked });
    seed.fill(0);
    line.value = "";
    if (keep.checked && !kept) app.say(t("key.notkept"));
    await done(name);
  };
  return el(
    "details",
    { id: "import-key" },
    el("summary", {}, t("key.import")),
    form(
      guarded(app, take, problem),
      field(t("key.line"), line, t("key.line.hint")),
      field(t("key.file"), file),
      field(t("passphrase"), passphrase, t("key.passphrase.hint")),
      el("label", { class: "check", for: "keep-key" }, keep, t("key.keep")),
      problem,
      el("button", { class: "main" }, t("key.take")),
    ),
  );
}
