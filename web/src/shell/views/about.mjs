/** @file About this client: what its users must know, and the hash by which it can be compared. */

import { clientHash, isSingleFile } from "../assets.mjs";
import { button, el } from "../dom.mjs";
import { t } from "../texts.mjs";
import { guarded } from "./parts.mjs";

/** Show what this client is. */
export async function showAbout(app, main) {
  main.replaceChildren(
    el("h1", {}, t("about.title")),
    el("p", {}, t("about.what")),
    el(
      "section",
      { class: "card" },
      el("h2", {}, t("about.know")),
      el("p", {}, t("about.serves")),
      el("p", {}, t("about.backup")),
    ),
    el(
      "section",
      { class: "card" },
      el("h2", {}, t("about.hash")),
      el("p", { class: "hash", id: "client-hash", translate: "no" }, clientHash()),
      el("p", {}, t(isSingleFile() ? "about.file" : "about.site")),
      app.install &&
        button(
          t("about.install"),
          guarded(app, () => app.install()),
          { id: "install" },
        ),
    ),
  );
}
