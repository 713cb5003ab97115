/** @file Write a letter and see it off: by the game's server where there is one, else as the reader chooses. */

import { postToServer } from "./handing.mjs";
import { noteLetter } from "./memory.mjs";
import { t } from "./texts.mjs";
import { askHowMany } from "./views/elsewhere.mjs";
import { showHandOver } from "./views/hand_over.mjs";
import { mayHaveAnsweredElsewhere, writeLetter } from "./writing.mjs";

/**
 * Write a letter of a kind and hand it over; return the state and a text, as a page that sends expects them.
 *
 * The letter is remembered before it is signed and signed before it leaves, so it can be handed over again at any time.
 */
export async function deliver(app, table, kind, wish) {
  const elsewhere = kind === "play" && mayHaveAnsweredElsewhere(table) ? await askHowMany() : 0;
  if (elsewhere === null) return { state: "refused", text: t("elsewhere.stopped") };
  const written = await writeLetter(app, table, kind, wish, elsewhere);
  return handOver(app, table, written);
}

/** Hand a signed letter over, again if need be. */
export async function handOver(app, table, written) {
  if (table.server) return postToServer(app, table, written);
  const took = (way) => noteLetter(app.database, table.address, written.order, { way });
  const closed = showHandOver(app, table, written, took);
  return { state: "handed", text: t("handed.choose"), closed };
}
