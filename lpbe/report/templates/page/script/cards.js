// The cards: the kinds of order that may be given, then what a slot may hold, then a summary of what is sent.

const MAX_CARDS = 60;
const MAX_PATHS = 6;
const MAX_CARD_FACTS = 2;

function createCards({ data, turn, effects, path, names, on }) {
  const box = find("#cards");
  const isOnly = Object.keys(turn.kinds).length === 1;
  const { nameOf, titleOf } = names;

  function card({ key, sign, title, more, className = "", attributes = {}, tag = "" }) {
    return element(
      "button",
      { type: "button", class: `card ${className}`, ...(key === undefined ? {} : { "data-value": key }), ...attributes },
      element("span", { class: `sign thing-${sign}` }, typeof sign === "string" ? signOf(sign, key) : sign),
      element("b", {}, title, tag ? [" ", element("span", { class: "tag good" }, tag)] : []),
      element("span", { class: "more" }, more ?? ""),
    );
  }

  /** Return an icon; what has none of its own is shown by its name, if that is as short as one. */
  const signOf = (sign, key) => (hasIcon(sign) || !key || key.length > 2 ? icon(sign) : element("b", { class: "numeral" }, key));

  function kindCard(name, numbers) {
    const kind = turn.kinds[name];
    const off = !numbers.length;
    const shared = off ? [] : effects.common(numbers);
    const only = numbers.length === 1 ? effects.summary(turn.orders[numbers[0]]) : [];
    const more = off ? kind.off : only.length ? only : effects.joined([...shared.filter((node) => node.nodeType), ...(kind.text ? [element("span", { class: "fact" }, kind.text)] : [])]);
    return card({
      sign: kind.icon,
      title: kind.title,
      more,
      className: ["end", "pass"].includes(kind.icon) ? "wide quiet" : "",
      tag: kind.free && !off ? label("free") : "",
      attributes: { "data-kind": name, disabled: off, "aria-pressed": String(turn.kind === name) },
    });
  }

  function valueCard(slot, { key, numbers }, alike) {
    const named = nameOf(slot.name, key);
    const kind = turn.kinds[turn.kind];
    const best = [...numbers].sort((one, other) => effects.worth(other) - effects.worth(one))[0];
    const summary = numbers.length === 1 ? effects.summary(turn.orders[best], MAX_CARD_FACTS, alike) : effects.common(numbers, alike.changes);
    const more = named.text || (summary.length ? summary : numbers.length > 1 ? countLabel("ways", numbers.length) : "");
    return card({ key, sign: named.drawing ?? (named.icon || kind.icon), title: named.title, more });
  }

  /** Return what an order brings, in lines, and show it on the board; an order that is not listed is only shown. */
  function outcomeOf(order) {
    on.preview(order);
    if (typeof order !== "number") return [];
    const lines = [...effects.changes(turn.orders[order].ch), ...turn.facts(turn.orders[order]).map(effects.factNode)];
    return lines.map((line) => element("p", {}, line));
  }

  /** The way back and what is asked; where there is nothing to go back to and one kind of order, the head has asked. */
  function backBar(slot) {
    const kind = turn.kinds[turn.kind];
    if (isOnly && turn.isAtFirstSlot()) return element("p", { class: "full asking" }, slot ? slot.ask : kind.title);
    const back = element("button", { type: "button", "data-do": "back" }, `\u2039 ${label("back")}`);
    return element("div", { class: "back full" }, back, element("b", {}, slot ? `${kind.title}: ${slot.ask}` : kind.title));
  }

  /** Tiles are tapped on the board one by one, or a whole path is taken that is listed. */
  function pathCards() {
    const order = path.order();
    const parts = [];
    if (path.tiles.length) {
      const known = typeof order === "number" ? effects.summary(turn.orders[order]) : "";
      const more = order === null ? label("path.more", { count: path.left() }) : known;
      parts.push(card({ sign: "check", title: path.tiles.join(" "), more, className: "wide confirm", attributes: { "data-do": "path-done", disabled: order === null } }));
      parts.push(card({ sign: "undo", title: label("path.drop"), attributes: { "data-do": "path-drop" } }));
    }
    if (order !== null && !path.followers().length) return parts;
    const through = (number) => path.tiles.every((tile) => (turn.orders[number].path ?? []).includes(tile));
    const listed = turn.fitting().filter(through).sort((one, other) => effects.worth(other) - effects.worth(one));
    const title = (number) => turn.orders[number].path?.slice(1).join(" ") || titleOf(turn.orders[number]);
    parts.push(...listed.slice(0, MAX_PATHS).map((number) => card({ sign: "fate", title: title(number), more: effects.summary(turn.orders[number]), attributes: { "data-order": number } })));
    parts.push(...path.followers().slice(0, MAX_CARDS).map((tile) => card({ sign: turn.kinds[turn.kind].icon, title: tile, more: label("path.next"), attributes: { "data-tile": tile } })));
    return parts;
  }

  const ranked = (values) => {
    const worth = (value) => Math.max(...value.numbers.map(effects.worth));
    return values.map((value) => [worth(value), value]).sort(([one], [other]) => other - one).map(([, value]) => value);
  };

  function slotCards(slot, values) {
    const list = ranked(values);
    const cut = list.length > MAX_CARDS ? [element("p", { class: "full note" }, label("cut", { count: list.length - MAX_CARDS }))] : [];
    const alike = effects.alikeIn(values.flatMap(({ numbers }) => numbers));
    const risks = alike.risks.map((fact) => element("p", { class: "risk full" }, icon("warn"), fact.text));
    return [...risks, ...list.slice(0, MAX_CARDS).map((value) => valueCard(slot, value, alike)), ...cut];
  }

  function showSlot(slot) {
    const values = slot.on === "path" ? [] : turn.values(slot.name);
    const nameOfKey = (key) => nameOf(slot.name, key);
    const given = { turn, slot, values, nameOf: nameOfKey, preview: outcomeOf, take: on.take, pick: (key) => on.pick(slot.name, key) };
    const hand = data.hands?.[turn.picked.hex];
    const name = slot.on === "path" ? "path" : controlOf(slot, values, hand);
    const parts = name === "path" ? pathCards() : name ? controls[name]({ ...given, hand }) : slotCards(slot, values);
    box.replaceChildren(backBar(slot), ...parts);
  }

  /** Several orders with the same slots are told apart by how they are typed. */
  function showOrders(numbers) {
    const cards = numbers.map((number) => card({ sign: turn.kinds[turn.orders[number].k]?.icon, title: turn.orders[number].t, more: effects.summary(turn.orders[number]), attributes: { "data-order": number } }));
    box.replaceChildren(backBar(null), ...cards);
  }

  function summary() {
    const lines = turn.given.map((number) => {
      const order = turn.orders[number];
      return element("li", {}, icon(turn.kinds[order.k]?.icon), element("span", {}, element("b", {}, titleOf(order)), " ", effects.summary(order, 4)));
    });
    return element("div", { class: "summary full" }, element("h3", {}, label("summary")), element("ul", {}, lines));
  }

  function showKinds() {
    const offers = turn.offers();
    const isLast = (name) => ["end", "pass"].includes(turn.kinds[name].icon);
    const offered = (name) => offers.filter((number) => turn.orders[number].k === name);
    const rank = (name) => (isLast(name) ? 1 : offered(name).length ? 0 : 2);
    const cards = Object.keys(turn.kinds).sort((one, other) => rank(one) - rank(other)).map((name) => {
      const numbers = offered(name);
      const atStart = !turn.given.length;
      if (!numbers.length && !(atStart && turn.kinds[name].off)) return null;
      return kindCard(name, numbers);
    });
    const parts = cards.filter(Boolean);
    const open = turn.joinable();
    if (open) parts.unshift(card({ sign: turn.kinds[open.k].icon, title: label("join", { title: turn.kinds[open.k].title }), more: label("join.more"), attributes: { "data-do": "join" } }));
    if (turn.given.length && !offers.length) {
      const more = turn.isCut() ? label("unknown") : turn.isOpen() ? label("open") : label("complete");
      parts.push(summary(), element("p", { class: "full note" }, more));
    }
    if (!turn.given.length && data.complete === false) parts.push(element("p", { class: "full note" }, label("more.typed")));
    box.replaceChildren(...parts);
  }

  function show() {
    const slot = turn.openSlot();
    find(".briefing")?.classList.toggle("aside", Boolean(turn.kind) || turn.given.length > 0);
    if (turn.kind && slot) showSlot(slot);
    else if (turn.kind) showOrders(turn.fitting());
    else showKinds();
  }

  return { show, focusFirst: () => find("button:not(:disabled):not([data-do])", box)?.focus({ preventScroll: true }) };
}
