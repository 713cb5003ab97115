/** @file The installed client: works without a network, and changes only when its reader says so. */

import { clientHash, isSingleFile } from "./assets.mjs";
import { button, el } from "./dom.mjs";
import { t } from "./texts.mjs";

/** Register the service worker of the site, and offer a newer client where it has found one. */
export async function keepInstalled(place) {
  if (isSingleFile() || !navigator.serviceWorker || !/^https?:$/.test(location.protocol)) return;
  try {
    const registration = await navigator.serviceWorker.register("service_worker.js", { updateViaCache: "none" });
    const offer = () => registration.waiting && offerUpdate(place, registration.waiting);
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  } catch {
    // without it the client works as long as there is a network
  }
}

/** Show the hashes of this client and of the newer one; only a tap takes it. */
async function offerUpdate(place, worker) {
  if (!navigator.serviceWorker.controller) return;
  const hash = await askWorker(worker, "hash");
  if (hash === clientHash()) return;
  const take = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take");
  };
  const later = () => place.replaceChildren();
  place.replaceChildren(
    el(
      "section",
      { class: "update", role: "status", id: "update" },
      el("p", {}, t("update.there")),
      el("p", { class: "hash" }, t("update.old", { hash: clientHash().slice(0, 16) })),
      el("p", { class: "hash" }, t("update.new", { hash: String(hash).slice(0, 16) })),
      el(
        "p",
        { class: "row" },
        button(t("update.take"), take, { class: "main", id: "take-update" }),
        button(t("update.later"), later),
      ),
    ),
  );
}

function askWorker(worker, question) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(question, [port2]);
  });
}
