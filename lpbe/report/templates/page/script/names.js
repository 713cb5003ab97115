// What values and orders are called: a place and a piece are their own names, an order is its kind and its choices.

const UNTOLD_SLOTS = ["turn", "path", "which"];

function createNames(data, turn) {
  /** Return a value of a slot in words, with its icon and its drawing. */
  function nameOf(slot, key) {
    const named = data.values?.[slot]?.[key];
    const dice = find(`.die[data-colour="${CSS.escape(key)}"]`);
    const hand = data.hands?.[key];
    const image = hand ? drawing(hand) : slot === "dice" || slot === "order" ? dice?.cloneNode(true) : null;
    if (named) return { ...named, drawing: image };
    const cell = key.startsWith("@") ? find(`[data-name="${CSS.escape(key)}"] text`) : null;
    if (cell) return { title: cell.textContent };
    if (!key) return { title: label("control.none"), icon: "end" };
    return { title: key.replaceAll(":", " \u2192 "), drawing: image };
  }

  /** Return an order in the words of its card; one that its slots do not tell apart as it is typed. */
  function titleOf(order) {
    const kind = turn.kinds[order.k];
    const slots = (kind?.slots ?? []).filter(({ name }) => order.v?.[name] !== undefined && !UNTOLD_SLOTS.includes(name));
    if (!kind || order.parts || order.v?.which !== undefined || (!slots.length && kind.slots?.length)) return order.t;
    const values = slots.flatMap(({ name }) => [order.v[name]].flat().map((key) => nameOf(name, key).title));
    return [kind.title, values.join(order.path?.length && slots.length === 2 ? " \u2192 " : ", ")].filter(Boolean).join(" \u00b7 ");
  }

  return { nameOf, titleOf };
}
