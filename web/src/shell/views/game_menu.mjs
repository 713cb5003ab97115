/** @file What a reader can do beside tapping: type orders, look, talk, agree, leave, verify. */

import { button, el, saveFile, showDialog } from "../dom.mjs";
import { plainName } from "../addresses.mjs";
import { t } from "../texts.mjs";
import { showAgree, showLeave, showNote, showNewKey } from "./free_letters.mjs";
import { showLetters } from "./letters.mjs";
import { showPolicy, showTyping } from "./orders.mjs";
import { guarded } from "./parts.mjs";
import { showReplay, showVerify } from "./verify.mjs";

/** Each item: its view, and when it is offered. */
const ITEMS = {
  refresh: { show: (game) => game.guard(game.refresh), when: () => true },
  typing: { show: showTyping, when: (game) => plays(game) },
  policy: { show: showPolicy, when: (game) => plays(game) },
  note: { show: showNote, when: (game) => sits(game) && !isOver(game) },
  letters: { show: showLetters, when: (game) => sits(game) },
  agree: { show: showAgree, when: (game) => sits(game) && !isOver(game) },
  leave: { show: showLeave, when: (game) => plays(game) },
  newkey: { show: showNewKey, when: (game) => plays(game) },
  verify: { show: showVerify, when: () => true },
  replay: { show: showReplay, when: (game) => stage(game) === "play" || isOver(game) },
  files: { show: saveFiles, when: () => true },
};

const stage = (game) => game.table?.game.state.window.kind;
const isOver = (game) => stage(game) === "over";
const sits = (game) => Boolean(game.table?.seat);
const plays = (game) => sits(game) && stage(game) === "play";

/** Show the menu of a game, or one of its items at once. */
export function showMenu(game, item) {
  if (item) return guarded(game.app, () => ITEMS[item].show(game))();
  if (!game.table) return undefined;
  const offered = Object.entries(ITEMS).filter(([, { when }]) => when(game));
  const dialog = showDialog(
    plainName(game.address),
    t("close"),
    el(
      "div",
      { class: "menu" },
      offered.map(([name, { show }]) => itemButton(game, name, show, () => dialog.close())),
    ),
  );
  return undefined;
}

function itemButton(game, name, show, close) {
  const work = async () => {
    close();
    await show(game);
  };
  return button(t(`menu.${name}`), guarded(game.app, work), { "data-item": name });
}

/** Save the files of the game, to be looked at by other programs. */
function saveFiles({ table, address }) {
  for (const [name, text] of Object.entries(table.texts)) {
    if (!name.includes("/")) saveFile(`${plainName(address)}-${name}`, text);
  }
}
