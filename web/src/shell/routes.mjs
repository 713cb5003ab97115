/** @file Where the reader is: the fragment of the address, which never reaches a server. */

const VIEWS = ["key", "settings", "about"];

/**
 * Return the view that a fragment names, with its values.
 *
 * `#join=GAME&seat=SEAT&code=CODE` takes a seat, `#game=GAME` opens a game; GAME is a name below this page's own
 * address, or the address of a game folder.
 */
export function readRoute(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const seat = fields.get("seat") ?? "";
  if (fields.get("join")) return { view: "join", game: fields.get("join"), seat, code: fields.get("code") ?? "" };
  if (fields.get("game")) return { view: "game", game: fields.get("game"), seat };
  const view = VIEWS.find((name) => fields.has(name));
  return { view: view ?? "home" };
}

/** Return the fragment of a view. */
export function fragmentOf(view, values = {}) {
  if (view === "home") return "#";
  const { game, ...rest } = values;
  const first = view === "game" || view === "join" ? { [view]: game } : { [view]: "" };
  return `#${new URLSearchParams({ ...first, ...rest })}`.replace(/=$/, "");
}

/** Go to a view; the back button returns. */
export function go(view, values) {
  location.hash = fragmentOf(view, values);
}

/** Go to a view in place of this one. */
export function replaceRoute(view, values) {
  location.replace(fragmentOf(view, values));
}
