// The turn that is being composed: a kind of order, its slots one after the other, the orders given so far.
// This module knows the data of the page and nothing of how it is shown.

function createTurn(data) {
  const { orders = [], kinds = {}, after = {}, adjust = {} } = data;
  const listed = orders.length;
  let given = [];
  let kind = "";
  let picked = {};
  let joining = null; // the order to which another one is joined, by number

  const keyOf = (value) => (value === undefined || value === null ? "" : Array.isArray(value) ? value.join(" ") : String(value));
  const rowKey = (numbers) => numbers.join(" ");
  const offers = () => (joining === null ? after[rowKey(given)] ?? [] : joinable(joining));
  const slotsOf = (name) => kinds[name]?.slots ?? [];
  const matches = (number) => {
    const order = orders[number];
    return (!kind || order.k === kind) && Object.entries(picked).every(([slot, key]) => keyOf(order.v?.[slot]) === key);
  };
  const fitting = () => offers().filter(matches);

  /** Return the values that a slot may still have, each with the orders that it leads to. */
  function values(slot) {
    const found = new Map();
    for (const number of fitting()) {
      const value = orders[number].v?.[slot];
      const key = keyOf(value);
      if (!found.has(key)) found.set(key, { key, value, numbers: [] });
      found.get(key).numbers.push(number);
    }
    return [...found.values()];
  }

  /** Return the orders that may be given together with one, as one order. */
  function joinable(number) {
    const found = new Set();
    for (const { pairs } of data.joins ?? []) {
      for (const other of pairs[number] ?? []) found.add(other);
      for (const [one, others] of Object.entries(pairs)) if (others.includes(number)) found.add(Number(one));
    }
    return [...found];
  }

  /** Return two orders as one: what differs between them one after the other, between the words of both. */
  function joined(one, other) {
    const group = data.joins.find(({ pairs }) => pairs[one]?.includes(other) || pairs[other]?.includes(one));
    const pair = group.pairs[one]?.includes(other) ? [one, other] : [other, one];
    const items = pair.map((number) => orders[number].t.slice(group.head.length, orders[number].t.length - group.tail.length));
    const ch = { ...group.ch };
    for (const number of pair) for (const [name, by] of Object.entries(orders[number].ch ?? {})) ch[name] = (ch[name] ?? 0) + by;
    const both = (field) => pair.flatMap((number) => orders[number][field] ?? []);
    return { t: group.head + items.join(group.between) + group.tail, k: orders[one].k, v: {}, ch, facts: both("facts"), at: both("at"), parts: pair };
  }

  /** Return the first slot that is still open, or null; tiles are walked one by one where the page knows the rules. */
  function openSlot() {
    if (!kind) return null;
    const rules = data.next?.[kind];
    if (rules && ("origin" in picked || rules.origins[0] === "")) return { name: "path", on: "path", ask: slotsOf(kind).at(-1).ask, hint: label("path.hint") };
    return slotsOf(kind).find((slot) => !(slot.name in picked) && fitting().some((number) => orders[number].v?.[slot.name] !== undefined)) ?? null;
  }

  /** Fill in slots that leave no choice; return the order if nothing is left to choose. */
  function advance() {
    for (let slot = openSlot(); slot; slot = openSlot()) {
      const found = values(slot.name);
      if (found.length > 1 || slot.on === "path") return null;
      picked[slot.name] = found[0].key;
    }
    const left = fitting();
    return kind && left.length === 1 ? left[0] : null;
  }

  function drop() {
    kind = "";
    picked = {};
    joining = null;
  }

  function give(number) {
    const whole = joining === null ? number : orders.push(joined(joining, number)) - 1;
    if (joining !== null) given.pop();
    given.push(whole);
    drop();
    return whole;
  }

  /** Return the numbers of typed orders, null if the page does not know all of them in this order. */
  function known(lines) {
    const numbers = [];
    for (const line of lines) {
      const number = (after[rowKey(numbers)] ?? []).find((one) => orders[one].t === line.trim());
      if (number === undefined) return null;
      numbers.push(number);
    }
    return numbers;
  }

  /** Return how many values of a slot there are among all orders of the kind. */
  const offeredValues = (slot) => new Set(offers().filter((number) => orders[number].k === kind).map((number) => keyOf(orders[number].v?.[slot]))).size;

  const finish = (number) => (number === null ? null : give(number));

  const facts = (order) => (order.facts ?? []).map((fact) => (typeof fact === "number" ? data.facts[fact] : fact)).filter(Boolean);

  return {
    orders,
    kinds,
    facts,
    keyOf,
    offers,
    fitting,
    values,
    openSlot,
    give,
    drop,
    /** Return a number for an order that is not listed but put together by the reader. */
    compose: (order) => orders.push(order) - 1,
    /** The order to which another one may be joined now: the only one so far, if any can. */
    joinable: () => (given.length === 1 && joining === null && joinable(given[0]).length ? orders[given[0]] : null),
    beginJoin() {
      const number = given[0];
      drop();
      joining = number;
      kind = orders[number].k;
      return finish(advance());
    },
    get given() {
      return [...given];
    },
    get kind() {
      return kind;
    },
    get picked() {
      return { ...picked };
    },
    texts: () => given.map((number) => orders[number].t),
    /** Begin an order of a kind; return its number if there was nothing to choose. */
    choose(name) {
      kind = name;
      picked = {};
      return finish(advance());
    },
    /** Begin with a thing on the board: the first kind whose first slot it can fill. */
    chooseThing(name) {
      for (const candidate of Object.keys(kinds)) {
        const slot = slotsOf(candidate).find((one) => one.on === "board");
        if (slot !== slotsOf(candidate)[0] || !slot) continue;
        if (!offers().some((number) => orders[number].k === candidate && keyOf(orders[number].v?.[slot.name]) === name)) continue;
        kind = candidate;
        picked = { [slot.name]: name };
        return { began: true, number: finish(advance()) };
      }
      return { began: false, number: null };
    },
    pick(slot, key) {
      picked[slot] = key;
      return finish(advance());
    },
    /** Take back the last choice that was a choice; leave the kind if there is none. */
    back() {
      const chosen = slotsOf(kind).map((slot) => slot.name).filter((name) => name in picked);
      while (chosen.length) {
        delete picked[chosen.pop()];
        const slot = openSlot();
        if (slot && values(slot.name).length > 1) return;
      }
      drop();
    },
    undo() {
      drop();
      return given.pop();
    },
    clear() {
      drop();
      given = [];
    },
    known,
    /** Whether no slot of the order that was begun has left a choice yet. */
    isAtFirstSlot: () => joining === null && given.length === 0 && slotsOf(kind).every(({ name }) => !(name in picked) || offeredValues(name) < 2),
    /** Take over typed orders if the page knows all of them in this order; else say so. */
    read(lines) {
      const numbers = known(lines);
      if (!numbers) return false;
      drop();
      given = numbers;
      return true;
    },
    /** Return how the numbers that a seat watches change in all; `extra` is an order that is only looked at. */
    change(extra) {
      const numbers = extra === undefined ? given : [...given, extra];
      const total = { ...adjust[rowKey(numbers)] };
      for (const number of numbers) for (const [name, by] of Object.entries(orders[number].ch ?? {})) total[name] = (total[name] ?? 0) + by;
      return total;
    },
    /** Whether it is known what the orders change: of a path that was walked tile by tile it is not. */
    isForeseen: () => given.every((number) => orders[number].ch !== undefined || orders[number].facts !== undefined || number < listed),
    /** Whether the seat is asked again, once a draw or somebody else has decided. */
    isOpen: () => (data.open ?? []).includes(rowKey(given)),
    /** Whether more may be given that this page does not know. */
    isCut: () => given.length > 0 && (data.cut ?? []).includes(rowKey(given.slice(0, -1))),
  };
}
