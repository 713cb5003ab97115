/** @file Refusals as people read them, in their language. */

import { fill } from "./fault.mjs";

/** Return a function that says why something was refused; French texts are loaded when somebody needs them. */
export async function loadMessages(lang) {
  const templates = lang === "fr" ? (await import("./french.mjs")).FRENCH : {};
  return ({ template, values }) => fill(templates[template] ?? template, values);
}
