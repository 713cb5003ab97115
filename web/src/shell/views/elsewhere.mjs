/** @file Ask whether the reader has answered a question from another device, where nobody else can know. */

import { button, el, field, form, showDialog } from "../dom.mjs";
import { t } from "../texts.mjs";

const MOST = 15;

/** Return how many answers the reader says they have sent from other devices; null if they stop here. */
export function askHowMany() {
  return new Promise((resolve) => {
    const count = el("input", { type: "number", min: "0", max: String(MOST), inputmode: "numeric", id: "elsewhere" });
    count.value = "0";
    let answer = null;
    const dialog = showDialog(
      t("elsewhere.title"),
      t("close"),
      el("p", {}, t("elsewhere.hint")),
      form(
        () => {
          answer = Math.min(Math.max(Math.trunc(Number(count.value)) || 0, 0), MOST);
          dialog.close();
        },
        field(t("elsewhere.count"), count),
        el(
          "p",
          { class: "row" },
          el("button", { class: "main" }, t("go.on")),
          button(t("stop.here"), () => dialog.close()),
        ),
      ),
    );
    dialog.addEventListener("close", () => resolve(answer));
  });
}
