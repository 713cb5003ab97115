/** @file Parts that several views have. */

import { button, el, showDialog } from "../dom.mjs";
import { faultText, t } from "../texts.mjs";

/** Return a line that says what went wrong; empty until then. */
export function notice() {
  return el("p", { class: "notice", role: "alert" });
}

/** Return a listener that says what went wrong, in the line or in a dialog; its button cannot be pressed meanwhile. */
export function guarded(app, work, line) {
  return async (event) => {
    const pressed = event?.currentTarget instanceof HTMLButtonElement ? event.currentTarget : event?.submitter;
    if (pressed) pressed.disabled = true;
    if (line) line.textContent = "";
    try {
      await work(event);
    } catch (error) {
      if (line?.isConnected) line.textContent = await faultText(error);
      else tell(await faultText(error));
    } finally {
      if (pressed) pressed.disabled = false;
    }
  };
}

/** Say something in a dialog. */
export function tell(text, title = t("sorry")) {
  const dialog = showDialog(title, t("close"), el("p", { class: "text" }, text));
  dialog.append(button(t("close"), () => dialog.close(), { class: "main" }));
}

/** Return a text of lpbe as it is printed: its lines are kept. */
export function plainText(text) {
  return el("div", { class: "printed", tabindex: "0" }, text);
}

/** Return a list of lines as a paragraph each. */
export function paragraphs(lines) {
  return lines.map((line) => el("p", {}, line));
}
