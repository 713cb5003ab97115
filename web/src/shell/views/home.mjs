/** @file The first view: the reader's games, those of this server, and ways to open another one. */

import { gameAddress, isLocal, localAddress, ownBase, shortName } from "../addresses.mjs";
import { button, el, field, form } from "../dom.mjs";
import { fetchData } from "../fetching.mjs";
import { checkLobby } from "../handing.mjs";
import { shortKey } from "../keyring.mjs";
import { changeGameRecord, forgetGame, keepFiles, listGames } from "../memory.mjs";
import { fragmentOf, go } from "../routes.mjs";
import { readGameFiles } from "../table.mjs";
import { t } from "../texts.mjs";
import { timeNow } from "../times.mjs";
import { guarded, notice } from "./parts.mjs";

/** Show the first view. */
export async function showHome(app, main) {
  const [games, state] = await Promise.all([listGames(app.database), keyState(app)]);
  const lobby = el("section", { class: "card", hidden: true });
  main.replaceChildren(el("h1", {}, t("home.title")), state, ownGames(app, games), lobby, openingForm(app));
  await showLobby(lobby, games);
}

/** Return a line about the reader's keys. */
async function keyState(app) {
  const keys = await app.keyring.list();
  const text = keys.length ? t("key.have", { keys: keys.map(({ name }) => shortKey(name)).join(", ") }) : t("key.none");
  return el("p", { class: "key-state" }, text, " ", el("a", { href: fragmentOf("key") }, t("key.view")));
}

function ownGames(app, games) {
  const open = games.filter((game) => game.rules);
  return el(
    "section",
    { class: "card", id: "my-games" },
    el("h2", {}, t("home.games")),
    open.length
      ? el(
          "ul",
          { class: "list" },
          open.map((game) => gameRow(app, game)),
        )
      : el("p", {}, t("home.none")),
  );
}

function gameRow(app, game) {
  const forget = async () => {
    if (!confirm(t("home.forget.sure", { game: game.title }))) return;
    await forgetGame(app.database, game.address);
    await app.show();
  };
  const about = [game.seat, game.asked ? t("home.asked") : t(`stage.${game.stage}`)].filter(Boolean).join(" · ");
  return el(
    "li",
    {},
    el(
      "a",
      { href: fragmentOf("game", { game: shortName(game.address) }), class: game.asked ? "asked" : "" },
      el("b", {}, game.title),
      el("small", {}, about),
    ),
    button("✕", guarded(app, forget), { class: "quiet", "aria-label": t("home.forget", { game: game.title }) }),
  );
}

async function showLobby(section, own) {
  const base = ownBase();
  if (!base) return;
  const lobby = checkLobby(await fetchData(new URL("games.json", base)).catch(() => null));
  const known = new Set(own.map((game) => shortName(game.address)));
  const others = (lobby?.games ?? []).filter((game) => !known.has(game.name));
  if (!others.length) return;
  section.hidden = false;
  section.replaceChildren(el("h2", {}, t("home.lobby")), el("ul", { class: "list" }, others.map(lobbyRow)));
}

function lobbyRow(game) {
  const open = Array.isArray(game.open) ? game.open.length : 0;
  const state = game.over ? t("stage.over") : open ? t("home.open", { count: open }) : t("stage.play");
  const about = [game.title, state].filter((one) => typeof one === "string" && one).join(" · ");
  const href = fragmentOf(open && !game.over ? "join" : "game", { game: game.name });
  return el("li", {}, el("a", { href }, el("b", {}, game.name), el("small", {}, about)));
}

function openingForm(app) {
  const address = el("input", { type: "text", inputmode: "url", autocomplete: "off", spellcheck: "false" });
  const problem = notice();
  const take = guarded(app, () => openFiles(app, files.files), problem);
  const files = el("input", { type: "file", multiple: true, accept: ".toml,.json,.jsonl", onchange: take });
  const openAddress = guarded(app, () => openTyped(address.value.trim()), problem);
  return el(
    "section",
    { class: "card" },
    el("h2", {}, t("home.other")),
    form(
      openAddress,
      field(t("home.address"), address, t("home.address.hint")),
      el("button", { class: "main" }, t("open")),
    ),
    field(t("home.files"), files, t("home.files.hint")),
    problem,
  );
}

/** Open what somebody typed or pasted: a name, the address of a game, or a whole link. */
function openTyped(typed) {
  const fragment = /#(join|game)=.*/s.exec(typed)?.[0];
  if (fragment) {
    location.hash = fragment;
    return;
  }
  go("game", { game: shortName(gameAddress(typed)) });
}

/** Open a game from the files of its folder; they replace those of an earlier day. */
export async function openFiles(app, list) {
  const texts = {};
  for (const file of list) texts[plainFileName(file.name)] = await file.text();
  const { game } = readGameFiles(texts);
  const address = localAddress(game.state.game);
  await keepFiles(app.database, address, texts);
  await changeGameRecord(app.database, address, () => ({ at: timeNow() }));
  go("game", { game: address });
  if (isLocal(app.route.game ?? "")) await app.show();
}

/** Return the name that a file has in a game folder; browsers number files that were saved twice. */
function plainFileName(name) {
  const plain = name.replace(/ ?\(\d+\)(?=\.\w+$)/, "");
  if (/^\d{6}(-\d+)?\.toml$/.test(plain)) return `refused/${plain}`;
  if (plain.endsWith(".jsonl")) return "log.jsonl";
  if (plain === "pack.toml") return plain;
  return plain.endsWith(".json") ? "game.json" : "game.toml";
}
