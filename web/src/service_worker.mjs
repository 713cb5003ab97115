/**
 * @file The client without a network: its files, each checked by its hash, and nothing else.
 *
 * A newer client is fetched and waits; it takes over when the reader says so. The build fills in FILES and HASH.
 */

/* global FILES, HASH, clients, registration, skipWaiting */

const CACHE = `lpbe ${HASH}`;
const PAGES = ["./", "./index.html"];

/** Return the name of a file of the client by its address, or null for everything else. */
function ownFile(address) {
  const url = new URL(address);
  url.hash = url.search = "";
  const own = Object.keys(FILES).find((name) => new URL(name, registration.scope).href === url.href);
  return own ?? (PAGES.some((name) => new URL(name, registration.scope).href === url.href) ? "./" : null);
}

async function fetchAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    Object.entries(FILES).map(async ([name, integrity]) => {
      const response = await fetch(new URL(name, registration.scope), { integrity, cache: "no-cache" });
      if (!response.ok) throw new Error(name);
      await cache.put(new URL(name, registration.scope), response);
    }),
  );
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("lpbe ") && name !== CACHE).map((name) => caches.delete(name)),
  );
  await clients.claim();
}

async function answer(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(name, registration.scope))) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const name = event.request.method === "GET" ? ownFile(event.request.url) : null;
  if (name) event.respondWith(answer(name, event.request));
});
self.addEventListener("message", (event) => {
  if (event.data === "hash") event.ports[0]?.postMessage(HASH);
  if (event.data === "take") skipWaiting();
});
