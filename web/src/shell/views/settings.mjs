/** @file Settings: language and theme. */

import { el, field } from "../dom.mjs";
import { changeSettings } from "../memory.mjs";
import { currentLanguage, LANGUAGES, t } from "../texts.mjs";
import { guarded } from "./parts.mjs";

const THEMES = ["", "light", "dark"];

/** Show the settings. */
export async function showSettings(app, main) {
  const choose = (name, options, value) => {
    const set = guarded(app, () => change(app, { [name]: control.value }));
    const control = el(
      "select",
      { id: `setting-${name}`, onchange: set },
      options.map(([id, text]) => el("option", { value: id }, text)),
    );
    control.value = value;
    return control;
  };
  main.replaceChildren(
    el("h1", {}, t("settings.title")),
    el(
      "section",
      { class: "card" },
      field(t("settings.lang"), choose("lang", Object.entries(LANGUAGES), currentLanguage())),
      field(
        t("settings.theme"),
        choose(
          "theme",
          THEMES.map((theme) => [theme, t(`theme.${theme || "system"}`)]),
          app.settings.theme,
        ),
      ),
    ),
  );
}

async function change(app, changes) {
  app.settings = await changeSettings(app.database, changes);
  await app.applySettings();
  await app.show();
}
