/**
 * @file The page of a game in a frame that can run its own script and do nothing else.
 *
 * The frame has an origin of its own, without storage, forms, pop-ups or a way to this page; it talks by messages only,
 * as docs/architecture.md says in "The page and how it sends".
 */

import { el } from "./dom.mjs";

const MAX_ORDERS = 64;
const MAX_ORDER_LENGTH = 2000;

/** Return a frame without anything in it. */
export function makeFrame(title) {
  return el("iframe", { sandbox: "allow-scripts", title, class: "page", referrerpolicy: "no-referrer" });
}

/** Show a page that lpbe made, light or dark as the reader wants it. */
export function showPage(frame, html, theme) {
  const themed = theme ? html.replace(/<html lang="/, `<html data-theme="${theme}" lang="`) : html;
  frame.srcdoc = themed;
}

/** Call a function with every letter that the page in the frame wants to send; it returns the last state. */
export function listenToPage(frame, onOrders) {
  const listen = async ({ source, data }) => {
    if (!frame.isConnected) return removeEventListener("message", listen);
    if (source !== frame.contentWindow || !isLetter(data)) return undefined;
    const report = (state) => tellPage(frame, state);
    report({ state: "sending", text: "" });
    return report(await onOrders(data));
  };
  addEventListener("message", listen);
}

/** Tell the page what became of its orders. */
export function tellPage(frame, { state, text }) {
  frame.contentWindow?.postMessage({ type: "lpbe-state", state, text }, "*");
}

function isLetter(data) {
  const { type, game, seat, window, orders } = data ?? {};
  const named = type === "lpbe-orders" && typeof game === "string" && typeof seat === "string";
  if (!named || !Number.isSafeInteger(window) || !Array.isArray(orders)) return false;
  const short = (order) => typeof order === "string" && order.length <= MAX_ORDER_LENGTH;
  return orders.length >= 1 && orders.length <= MAX_ORDERS && orders.every(short);
}
