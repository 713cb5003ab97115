/** @file The shell's own sentences in the reader's language; all texts about games come from lpbe. */

import { Fault, fill } from "../core/fault.mjs";
import { loadMessages } from "../core/messages.mjs";

const LOAD = {
  en: async () => (await import("./texts_english.mjs")).ENGLISH,
  fr: async () => (await import("./texts_french.mjs")).FRENCH,
};
export const LANGUAGES = { en: "English", fr: "Français" };
let language = "en";
let texts = {};

/** Return the language that a browser asks for, as far as there is one. */
export function preferredLanguage(wanted = navigator.languages) {
  return wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in LOAD) ?? "en";
}

/** Speak this language from now on; only its texts are loaded. */
export async function setLanguage(lang) {
  language = lang in LOAD ? lang : "en";
  texts = await LOAD[language]();
  document.documentElement.lang = language;
}

export function currentLanguage() {
  return language;
}

/** Return a sentence of the shell. */
export function t(key, values = {}) {
  return fill(texts[key] ?? key, values);
}

/** Return a refusal by the shell itself, in the reader's language. */
export function refusal(code, key, values) {
  return new Fault(code, t(key, values));
}

/** Return what went wrong, in words for the reader, with its code. */
export async function faultText(error) {
  if (error instanceof Fault) return `${sentence((await loadMessages(language))(error))} [${error.code}]`;
  return t("internal", { error: String(error?.message ?? error) });
}

function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}
