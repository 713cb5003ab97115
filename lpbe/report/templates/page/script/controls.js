// How slots are answered that are not a list of cards. Each control is in a file of its own, which only pages have that
// need it; it returns its elements, and calls `pick` with the key of the value that is chosen.

const controls = {};

/** Return the control of a slot, as the data says or as its values look; none if it is a list of cards. */
function controlOf({ on }, values, hand) {
  if (on === "order") return values.every(({ value }) => Array.isArray(value)) ? on : null;
  return (on === "turn" && hand) || ["set", "count"].includes(on) ? on : null;
}

/** Return the order of a list: one that is listed, or one that is typed in the form of its kind. */
function listedOrTyped(turn, slot, values, list, sorted) {
  const same = (value) => (sorted ? [...(value ?? [])].sort().join(" ") === [...list].sort().join(" ") : (value ?? []).join(" ") === list.join(" "));
  const found = values.find(({ value }) => same(value));
  if (found) return found.numbers[0];
  const { form } = turn.kinds[turn.kind];
  if (!form) return null;
  return { t: form.replace(`{${slot.name}}`, list.join(" ")), k: turn.kind, v: { [slot.name]: list } };
}

function confirmCard(text) {
  return element("button", { type: "button", class: "card wide confirm" }, element("span", { class: "sign" }, icon("check")), element("b", {}, text));
}
