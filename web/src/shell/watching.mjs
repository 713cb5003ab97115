/** @file Notice that a game has changed: the server says so, or its file is looked at now and then. */

import { isLocal, serverOf } from "./addresses.mjs";

const INTERVAL_MS = 60_000;
const SERVER_INTERVAL_MS = 300_000;
const RECONNECT_MS = 10_000;

/** Call a function whenever a game may have changed, until the returned function is called. */
export function watchGame(address, server, changed) {
  if (isLocal(address)) return () => {};
  const stops = [whenSeen(changed), everySoOften(changed, server ? SERVER_INTERVAL_MS : INTERVAL_MS)];
  if (server) stops.push(listen(address, changed));
  return () => stops.forEach((stop) => stop());
}

function whenSeen(changed) {
  const seen = () => document.visibilityState === "visible" && changed();
  document.addEventListener("visibilitychange", seen);
  addEventListener("online", changed);
  return () => {
    document.removeEventListener("visibilitychange", seen);
    removeEventListener("online", changed);
  };
}

function everySoOften(changed, interval) {
  const timer = setInterval(() => document.visibilityState === "visible" && changed(), interval);
  return () => clearInterval(timer);
}

/** Listen to the events of a server. The browser connects again by itself, except after an answer that is no stream. */
function listen(address, changed) {
  const name = decodeURIComponent(address.split("/").at(-2));
  const url = new URL(`events?game=${encodeURIComponent(name)}`, serverOf(address));
  let events;
  let timer;
  const connect = () => {
    events = new EventSource(url);
    events.addEventListener("changed", changed);
    events.addEventListener("open", changed); // something may have happened while there was no connection
    events.addEventListener("error", () => {
      if (events.readyState === EventSource.CLOSED) timer = setTimeout(connect, RECONNECT_MS);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    events.close();
  };
}
