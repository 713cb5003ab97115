/** @file A game that cannot be shown: why, and what its reader can do. */

import { readPins, forgetHistory } from "../../storage/sending.mjs";
import { button, el } from "../dom.mjs";
import { gameFiles, readGameFiles } from "../table.mjs";
import { faultText, t } from "../texts.mjs";
import { guarded } from "./parts.mjs";

const AGAINST_PIN = ["E_ROLLBACK", "E_FORK", "E_FILE_MISSING"];
const HINTS = {
  E_ROLLBACK: "trouble.rollback",
  E_FORK: "trouble.fork",
  E_GAME_STRANGE: "trouble.strange",
  E_RULES_VERSION: "trouble.version",
  E_STORAGE: "trouble.storage",
};

/** Return what is shown in place of a game. */
export async function troublePart(app, address, error, again) {
  const hint = HINTS[error.code];
  const reset = async () => {
    if (!confirm(t("trouble.reset.sure"))) return;
    await resetPins(app, address);
    await again();
  };
  return el(
    "div",
    { class: "column" },
    el(
      "section",
      { class: "card trouble", role: "alert" },
      el("h2", {}, t("trouble")),
      el("p", { class: "text", id: "trouble-text" }, await faultText(error)),
      hint && el("p", {}, t(hint)),
      button(t("again"), guarded(app, again), { class: "main" }),
      AGAINST_PIN.includes(error.code) &&
        button(t("trouble.reset"), guarded(app, reset), { class: "quiet", id: "reset-pin" }),
    ),
  );
}

/** Forget the history of a game under each key of the reader; what was signed stays remembered. */
async function resetPins({ database, keyring }, address) {
  const { texts } = await gameFiles(database, address);
  const { game } = readGameFiles(texts);
  for (const { name } of await keyring.list()) {
    const { signPublic } = await keyring.identity(name);
    const pins = await readPins(database, signPublic);
    if (pins.has(game.state.game)) await forgetHistory(database, signPublic, game.state.game);
  }
}
