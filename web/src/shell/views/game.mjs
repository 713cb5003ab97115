/** @file A game: its page in the frame, what became of the reader's letters, and what they can do. */

import { gameAddress, plainName } from "../addresses.mjs";
import { button, el } from "../dom.mjs";
import { deliver, handOver } from "../delivery.mjs";
import { lobbyOf } from "../handing.mjs";
import { changeGameRecord, readGameRecord } from "../memory.mjs";
import { listenToPage, makeFrame, showPage } from "../page_frame.mjs";
import { fragmentOf } from "../routes.mjs";
import { fetchRefusals, isAsked, letterFates, openingOf, openTable, sameOpening } from "../table.mjs";
import { faultText, t } from "../texts.mjs";
import { watchGame } from "../watching.mjs";
import { showMenu } from "./game_menu.mjs";
import { showStatus, statusOf } from "./game_status.mjs";
import { guarded, notice } from "./parts.mjs";
import { readyPart, showTerms } from "./ready.mjs";
import { troublePart } from "./trouble.mjs";

/** Show a game, and keep it up to date while it is shown; return a function that ends this. */
export async function showGame(app, main) {
  const view = new GameView(app, main, gameAddress(app.route.game));
  app.changed = () => view.guard(view.refresh);
  app.engine.warm().catch(() => {});
  await view.guard(view.refresh);
  return () => view.leave();
}

/** The view of one game. */
class GameView {
  constructor(app, main, address) {
    Object.assign(this, { app, main, address, table: null, opening: null, refusals: [], shown: "" });
    this.status = el("div", { class: "status", role: "status" });
    this.body = el("div", { class: "game-body" }, el("p", { class: "loading" }, t("loading")));
    this.title = el("h1", {}, plainName(address));
    this.menu = button("⋯", () => showMenu(this), { class: "bar-button", "aria-label": t("menu"), id: "game-menu" });
    const back = el("a", { href: fragmentOf("home"), class: "bar-button", "aria-label": t("home.back") }, "‹");
    main.classList.add("in-game");
    main.replaceChildren(el("div", { class: "game-bar" }, back, this.title, this.menu), this.status, this.body);
  }

  leave() {
    this.left = true;
    this.stop?.();
    this.app.changed = null;
    this.main.classList.remove("in-game");
  }

  /** Do something and show what went wrong, if anything. */
  async guard(work) {
    try {
      return await work.call(this);
    } catch (error) {
      if (!this.left) await this.showTrouble(error);
      return undefined;
    }
  }

  /** Read the game again; show what is new, and try again to send what could not be sent. One call after the other. */
  refresh() {
    this.last = (this.last ?? Promise.resolve()).catch(() => {}).then(() => this.refreshNow());
    return this.last;
  }

  async refreshNow() {
    if (this.left) return;
    const before = this.table;
    const table = await openTable(this.app, this.address);
    const lobby = await lobbyOf(this.address);
    const { server: known = false } = table.record; // without a network, letters still go to the server later
    table.server = lobby?.accepts ?? (table.isOld && known);
    table.repository = lobby?.repository ?? "";
    if (lobby && lobby.accepts !== known)
      await changeGameRecord(this.app.database, this.address, () => ({ server: lobby.accepts }));
    this.refusals = await fetchRefusals(table);
    this.table = table;
    this.letters = letterFates(table, this.refusals);
    this.watch();
    await this.sendPending();
    this.showStatus();
    await this.showStage(before);
  }

  /** Notice changes from now on, also those that happen while the first page is worked out. */
  watch() {
    const { server } = this.table;
    if (this.left || this.watched === server) return;
    this.stop?.();
    this.watched = server; // a server that was out of reach at first is listened to as soon as it answers
    this.stop = watchGame(this.address, server, () => this.guard(this.refresh));
  }

  /** Send the newest letter again if the network or the server failed, and it still can be applied. */
  async sendPending() {
    const { app, table, letters } = this;
    const waiting = letters.find((one) => one.pending && one.fate === "waiting" && one.text);
    if (!waiting || !table.server || table.isOld) return;
    await handOver(app, table, { order: waiting.order, text: waiting.text });
    table.record = await readGameRecord(app.database, table.address);
    this.letters = letterFates(table, this.refusals);
  }

  showStatus() {
    showStatus(this.status, statusOf(this.table, this.letters), {
      again: () => this.guard(this.sendAgain),
      change: () => this.guard(this.answerAnew),
      letters: () => showMenu(this, "letters"),
    });
    document.title = `${isAsked(this.table) ? "● " : ""}${plainName(this.address)} – lpbe`;
  }

  /** Hand the newest letter over again: the very same one. */
  async sendAgain() {
    const newest = this.letters.find((one) => one.text);
    const written = { letter: newest, text: newest.text, order: newest.order, name: newest.file };
    const { state, text } = await handOver(this.app, this.table, written);
    if (state !== "handed" || this.table.server) this.app.say(text);
    await this.refresh();
  }

  /** Show the question again, for an answer that replaces the one under way. */
  async answerAnew() {
    await this.showReport(await openingOf(this.table, this.refusals));
  }

  async showStage(before) {
    const { table } = this;
    const { kind } = table.game.state.window;
    if (kind === "join" || kind === "ready") return this.showSeats(kind);
    const opening = await openingOf(table, this.refusals);
    const sameQuestion = before?.game.state.window.number === table.game.state.window.number;
    if (this.frame && (sameOpening(this.opening, opening) || (sameQuestion && this.composing(before)))) {
      this.news(this.opening, opening);
      return undefined;
    }
    return this.showReport(opening);
  }

  /** Return whether the reader may be in the middle of an answer, which a new page would lose. */
  composing(before) {
    const answered = (table) => table.game.state.window.accepted?.some((one) => one.seat === table.seat);
    return isAsked(before) && isAsked(this.table) && !answered(before) && !this.sentNow;
  }

  /** Offer the newer page in place of loading it, while the reader composes on this one. */
  news(shown, opening) {
    if (sameOpening(shown, opening)) return;
    const show = () => {
      offer.remove();
      return this.guard(() => this.showReport(opening));
    };
    const offer = button(t("game.news"), show, { class: "quiet", id: "show-news" });
    this.status.hidden = false;
    this.status.append(offer);
  }

  async showReport(opening) {
    const report = await this.app.engine.ask(opening, "report", { format: "html" });
    if (this.left) return;
    this.opening = opening;
    this.sentNow = false;
    if (!this.frame?.isConnected) {
      this.frame = makeFrame(t("game.page"));
      this.body.replaceChildren(this.frame);
      listenToPage(this.frame, (letter) => this.takeOrders(letter));
    }
    showPage(this.frame, report.report, this.app.settings.theme);
  }

  showSeats(kind) {
    const { app, table, body } = this;
    const terms = el("section", { class: "card" }, el("p", {}, t("loading")));
    const { waiting = [] } = table.game.state.window;
    const asked = isAsked(table);
    this.frame = null;
    const answered =
      kind === "ready" && asked && !this.letters.some((one) => one.kind === "ready" && one.fate === "waiting");
    body.replaceChildren(
      el(
        "div",
        { class: "column" },
        el("p", { class: "stage" }, t(`stage.${kind}.waiting`, { seats: waiting.join(", ") })),
        terms,
        answered ? readyPart(app, table, () => this.refresh()) : "",
        kind === "join" && !table.seat && !this.letters.some((one) => one.fate === "waiting")
          ? el("a", { href: fragmentOf("join", { game: app.route.game }), class: "main" }, t("join.join"))
          : "",
      ),
    );
    const line = notice();
    return guarded(app, () => showTerms(app, table, terms), terms.appendChild(line))();
  }

  /** Take orders from the page: read them, sign them, send them. */
  async takeOrders({ seat, window, orders }) {
    const { table } = this;
    if (seat !== table.seat) return { state: "refused", text: t("page.seat") };
    if (window !== table.game.state.window.number) return { state: "refused", text: t("page.window") };
    try {
      return await this.sendOrders(orders.join("\n"));
    } catch (error) {
      return { state: "refused", text: await faultText(error) };
    }
  }

  /** Read typed orders and send what they make: an answer, or plans alone. */
  async sendOrders(typed, { note = "", memo = "" } = {}) {
    const read = await this.ask("read", { typed, note, memo });
    const { orders, secret, plans, draft, policy } = read;
    const wish = {
      orders,
      secret,
      plans,
      draft,
      policy,
      note: read.note || undefined,
      memo: read.memo,
      summary: read.text,
    };
    const sent = await this.send(read.letter, wish);
    return { ...sent, text: [sent.text, read.lost.length ? read.text : ""].filter(Boolean).join("\n") };
  }

  /** Write a letter of a kind, hand it over, and show what is new. */
  async send(kind, wish) {
    const sent = await deliver(this.app, this.table, kind, wish);
    this.sentNow = sent.applied === true;
    setTimeout(() => this.guard(this.refresh), 0);
    return sent;
  }

  /** Ask lpbe about this game as it is now. */
  async ask(method, args, progress) {
    const opening = await openingOf(this.table, this.refusals);
    const usual = sameOpening(this.opening, opening) ? this.opening : (this.opening = opening);
    return this.app.engine.ask(usual, method, args, progress);
  }

  async showTrouble(error) {
    if (this.frame?.isConnected && !["E_ROLLBACK", "E_FORK", "E_GAME_STRANGE"].includes(error.code)) {
      showStatus(this.status, { tone: "bad", text: await faultText(error) }, {});
      return;
    }
    this.frame = null;
    this.body.replaceChildren(await troublePart(this.app, this.address, error, () => this.guard(this.refresh)));
  }
}
