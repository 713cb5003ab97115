// Slots that are not a list of cards: dice in a row, toggles, a stepper, a hex that is turned, a path over tiles.
// Each control returns its element, and calls `pick` with the key of the value that is chosen.

/** Return how a slot is answered: as the data says, or as its values look. */
function controlOf(turn, slot, values) {
  if (["set", "path", "count"].includes(slot.on)) return slot.on;
  if (slot.on === "order") return values.every(({ value }) => Array.isArray(value)) ? "order" : "menu";
  return slot.on === "turn" ? "turn" : slot.on ?? "menu";
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

/** Dice in a row: a tap moves one forward, so do the arrow keys and dragging. */
function orderControl({ turn, slot, values, nameOf, preview, take }) {
  let row = [...values[0].value];
  const box = element("div", { class: "dice-row", role: "group" });
  const outcome = element("div", { class: "outcome full" });
  const orderOf = (list) => listedOrTyped(turn, slot, values, list, false);

  function move(from, to) {
    if (to < 0 || to >= row.length) return;
    const next = [...row];
    next.splice(to, 0, next.splice(from, 1)[0]);
    if (orderOf(next) === null) return;
    row = next;
    draw();
    box.children[to].focus();
  }

  function die(name, nth) {
    const named = nameOf(name);
    const button = element("button", { type: "button", class: "die-button", draggable: "true", "data-colour": name }, named.drawing ?? icon(named.icon), element("b", {}, `${nth + 1}. ${named.title}`));
    button.addEventListener("click", () => move(nth, nth ? nth - 1 : row.length - 1));
    button.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by) {
        event.preventDefault();
        move(nth, nth + by);
      }
    });
    button.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", String(nth)));
    button.addEventListener("dragover", (event) => event.preventDefault());
    button.addEventListener("drop", (event) => {
      event.preventDefault();
      move(Number(event.dataTransfer.getData("text/plain")), nth);
    });
    return button;
  }

  function draw() {
    box.replaceChildren(...row.map(die));
    outcome.replaceChildren(...preview(orderOf(row)));
  }

  const done = confirmCard(label("control.order"));
  done.addEventListener("click", () => take(orderOf(row)));
  draw();
  return [box, outcome, done];
}

/** Toggles for a list of things; which lists are legal, the listed orders or the form of the kind say. */
function setControl({ turn, slot, values, nameOf, preview, take }) {
  const items = [...new Set(values.flatMap(({ value }) => value ?? []))];
  const chosen = [];
  const outcome = element("div", { class: "outcome full" });
  const done = confirmCard("");
  const current = () => listedOrTyped(turn, slot, values, chosen, true);

  function draw() {
    const order = current();
    done.disabled = order === null;
    find("b", done).textContent = chosen.length ? chosen.map((item) => nameOf(item).title).join(", ") : label("control.none");
    outcome.replaceChildren(...(order === null ? [] : preview(order)));
  }

  function toggle(item) {
    const named = nameOf(item);
    const button = element("button", { type: "button", class: "card", "aria-pressed": "false", "data-item": item }, element("span", { class: "sign" }, named.drawing ?? icon(named.icon)), element("b", {}, named.title), element("span", { class: "more" }, named.text));
    button.addEventListener("click", () => {
      const at = chosen.indexOf(item);
      if (at >= 0) chosen.splice(at, 1);
      else chosen.push(item);
      button.setAttribute("aria-pressed", String(at < 0));
      draw();
    });
    return button;
  }

  done.addEventListener("click", () => take(current()));
  const toggles = items.map(toggle);
  draw();
  return [...toggles, outcome, done];
}

/** A number: one less, one more. */
function countControl({ values, nameOf, preview, pick }) {
  const counts = [...values].sort((one, other) => Number(one.key) - Number(other.key));
  let at = 0;
  const shown = element("b", { class: "count", role: "status" });
  const outcome = element("div", { class: "outcome" });
  const less = element("button", { type: "button", "aria-label": label("control.less") }, "\u2212");
  const more = element("button", { type: "button", "aria-label": label("control.more") }, "+");
  const done = confirmCard(label("control.choose"));

  function draw() {
    less.disabled = at === 0;
    more.disabled = at === counts.length - 1;
    shown.textContent = nameOf(counts[at].key).title;
    outcome.replaceChildren(...preview(counts[at].numbers[0]));
  }

  less.addEventListener("click", () => ((at -= 1), draw()));
  more.addEventListener("click", () => ((at += 1), draw()));
  done.addEventListener("click", () => pick(counts[at].key));
  draw();
  return [element("div", { class: "stepper full" }, less, shown, more), outcome, done];
}

/** A hex in hand: the buttons, and R, walk through the turns that fit. */
function turnControl({ values, hand, preview, pick }) {
  let at = 0;
  const image = element("div", { class: "turned" });
  const name = element("b", { role: "status" });
  const outcome = element("div", { class: "outcome full" });
  const left = element("button", { type: "button", class: "turn-button", "aria-label": label("control.left") }, "\u27f2");
  const right = element("button", { type: "button", class: "turn-button", "aria-label": label("control.right") }, "\u27f3");
  const done = confirmCard(label("control.place"));

  function draw() {
    image.replaceChildren(turnedHand(hand, values[at].key));
    name.textContent = label("control.turned", { nth: at + 1, count: values.length });
    outcome.replaceChildren(...preview(values[at].numbers[0]));
  }

  const step = (by) => () => {
    at = (at + by + values.length) % values.length;
    draw();
  };
  left.addEventListener("click", step(-1));
  right.addEventListener("click", step(1));
  done.addEventListener("click", () => pick(values[at].key));
  done.dataset.rotates = "";
  done.addEventListener("rotate", step(1));
  draw();
  return [element("div", { class: "turner full" }, left, image, right), element("p", { class: "full centred" }, name), outcome, done];
}

/** The path that has been tapped so far: which tiles may follow, and the order that it makes. */
function createPath(data, turn) {
  let tiles = [];
  const rules = () => data.next[turn.kind];
  const origin = () => turn.picked.origin ?? "";
  const size = () => rules().sizes[parseInt(turn.picked.attack, 10)] ?? Object.values(rules().sizes)[0];

  /** Return the sides on which a bent path leaves its tiles; the last one is where it is heading. */
  function sides() {
    const walked = [origin(), ...tiles];
    return tiles.map((tile, nth) => rules().beside[walked[nth]]?.indexOf(tile) ?? -1);
  }

  function bentFollowers() {
    const walked = sides();
    const heading = walked.at(-1);
    const here = rules().beside[tiles.at(-1) ?? origin()] ?? [];
    if (heading === undefined) return here;
    const bends = walked.filter((side, nth) => nth && side !== walked[nth - 1]).length;
    const turns = bends < (size().bends ?? 0) ? [heading, (heading + 1) % 6, (heading + 5) % 6] : [heading];
    return turns.map((side) => here[side]);
  }

  function followers() {
    if (tiles.length >= size().tiles) return [];
    const near = rules().bends ? bentFollowers() : [origin(), ...tiles].flatMap((tile) => rules().beside[tile] ?? []);
    return [...new Set(near)].filter((tile) => tile && !tiles.includes(tile) && (rules().bends || tile !== origin()));
  }

  /** Return the order that the path makes: a listed one, or one as it is typed; null while it is too short. */
  function order() {
    if (!tiles.length || (origin() && followers().length)) return null;
    const { form, standing = [] } = rules();
    if (standing.length && !tiles.some((tile) => standing.includes(tile))) return null;
    const words = { origin: origin(), tiles: tiles.join(" "), cards: size().cards.join(" ") };
    const t = form.replace(/\{(\w+)\}/g, (_, name) => words[name]);
    const covers = (number) => (turn.orders[number].path ?? []).slice(1).sort().join(" ") === [...tiles].sort().join(" ");
    const listed = turn.fitting().find((number) => turn.orders[number].t === t || (origin() && covers(number)));
    return listed ?? { t, ...draft() };
  }

  /** Return the order as far as it goes, to be drawn. */
  function draft() {
    return origin() ? { k: turn.kind, v: { origin: origin() }, path: [origin(), ...tiles] } : { k: turn.kind, v: {}, at: [...tiles] };
  }

  return {
    get tiles() {
      return [...tiles];
    },
    add: (tile) => tiles.push(tile),
    drop: () => tiles.pop(),
    clear() {
      tiles = [];
    },
    followers,
    order,
    draft,
    left: () => size().tiles - tiles.length,
  };
}
