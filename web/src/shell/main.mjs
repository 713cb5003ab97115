/** @file The shell: it alone holds the key. Starts, and shows the view that the address names. */

import { openDatabase } from "../storage/database.mjs";
import { Engine } from "./python_engine.mjs";
import { el } from "./dom.mjs";
import { Keyring } from "./keyring.mjs";
import { readSettings } from "./memory.mjs";
import { fragmentOf, readRoute } from "./routes.mjs";
import { faultText, preferredLanguage, setLanguage, t } from "./texts.mjs";
import { keepInstalled } from "./updating.mjs";
import { showAbout } from "./views/about.mjs";
import { showGame } from "./views/game.mjs";
import { showHome } from "./views/home.mjs";
import { showJoin } from "./views/join.mjs";
import { showKeys } from "./views/key.mjs";
import { showSettings } from "./views/settings.mjs";
import { troublePart } from "./views/trouble.mjs";

const VIEWS = {
  home: showHome,
  key: showKeys,
  join: showJoin,
  game: showGame,
  settings: showSettings,
  about: showAbout,
};
const SAY_MS = 8000;

/** What all views share. */
class App {
  constructor(database, settings) {
    this.database = database;
    this.settings = settings;
    this.keyring = new Keyring(database);
    this.engine = new Engine();
    this.main = document.querySelector("main");
    this.toast = document.getElementById("toast");
  }

  async applySettings() {
    await setLanguage(this.settings.lang || preferredLanguage());
    document.documentElement.dataset.theme = this.settings.theme;
    showNavigation();
  }

  /** Show the view that the address names. */
  async show() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    this.leave?.();
    this.leave = null;
    this.route = readRoute(location.hash);
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    document.title = "lpbe";
    this.main.dataset.view = this.route.view;
    this.main.replaceChildren(el("p", { class: "loading" }, t("loading")));
    try {
      const leave = await VIEWS[this.route.view](this, this.main);
      if (turn === this.turn) this.leave = typeof leave === "function" ? leave : null;
      else leave?.();
    } catch (error) {
      if (turn === this.turn)
        this.main.replaceChildren(await troublePart(this, this.route.game ?? "", error, () => this.show()));
    }
  }

  /** Say something at the edge of the page for a moment. */
  say(text) {
    clearTimeout(this.silence);
    this.toast.textContent = text;
    this.silence = setTimeout(() => (this.toast.textContent = ""), SAY_MS);
  }
}

function showNavigation() {
  const link = (view) => el("a", { href: fragmentOf(view) }, t(`nav.${view}`));
  document.querySelector("nav").replaceChildren(...["home", "key", "settings", "about"].map(link));
}

/** Keep what is at the bottom above the keyboard of a phone, in browsers that lay the keyboard over the page. */
function followKeyboard() {
  const { visualViewport } = globalThis;
  const fit = () => document.documentElement.style.setProperty("--height", `${visualViewport.height}px`);
  visualViewport?.addEventListener("resize", fit);
  if (visualViewport) fit();
}

async function start() {
  await setLanguage(preferredLanguage());
  if (top !== self) {
    document.querySelector("main").textContent = t("framed"); // whoever frames this page could lead its reader's taps
    return;
  }
  followKeyboard();
  try {
    const database = await openDatabase();
    const app = new App(database, await readSettings(database));
    await app.applySettings();
    addEventListener("hashchange", () => app.show());
    await app.show();
    keepInstalled(document.getElementById("news"));
  } catch (error) {
    document.querySelector("main").textContent = await faultText(error);
  }
}

start();
