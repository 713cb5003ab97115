// What an order brings, in a few words: numbers that change, green with + and red with a minus sign, then its facts.

const MAX_OTHER_CHANGES = 2;

function createEffects(data, turn) {
  const lowerIsBetter = /^(price\.|wounded)/;
  const purse = new Set(["points", ...findAll("[data-gauge]").map((counter) => counter.dataset.gauge)]);

  /** Return numbers that change: points and what is in the purse; others only if there is nothing of these. */
  function changes(change) {
    const all = Object.entries(change ?? {}).filter(([name, by]) => by && data.gauges?.[name] && !name.startsWith("price."));
    const first = all.filter(([name]) => purse.has(name));
    return (first.length ? first : all.slice(0, MAX_OTHER_CHANGES)).map(([name, by]) => {
      const { name: many, one } = data.gauges[name];
      const good = lowerIsBetter.test(name) ? by < 0 : by > 0;
      return element("span", { class: `change ${good ? "good" : "bad"}` }, `${signed(by)}\u00a0${Math.abs(by) === 1 && one ? one : many}`);
    });
  }

  const factNode = (fact) => element("span", { class: `fact ${fact.tone ?? ""}` }, fact.text);

  /** Join parts by a space or, before a fact, by a dot. */
  function joined(parts) {
    return parts.flatMap((part, nth) => (nth ? [part.classList.contains("fact") ? " \u00b7 " : " ", part] : [part]));
  }

  /** Describe an order; what is the same for all others beside it, as `alike` has it, is left out. */
  function summary(order, most = 2, alike = { risks: [], changes: [] }) {
    const facts = turn.facts(order).filter((fact) => !alike.risks.includes(fact));
    const different = Object.entries(order.ch ?? {}).filter(([name]) => !alike.changes.includes(name));
    return joined([...changes(Object.fromEntries(different)), ...facts.slice(0, most).map(factNode)]);
  }

  /** Return what several orders risk and change alike: the one is told once, the other on the card of their kind. */
  function alikeIn(numbers) {
    const [first, ...others] = numbers.map((number) => turn.orders[number]);
    if (!others.length) return { risks: [], changes: [] };
    const isRisk = (fact) => fact.tone === "bad" && others.every((order) => turn.facts(order).includes(fact));
    const isAlike = (name) => others.every((order) => order.ch?.[name] === first.ch[name]);
    return { risks: turn.facts(first).filter(isRisk), changes: Object.keys(first.ch ?? {}).filter(isAlike) };
  }

  /** Return what some orders have in common: changes that are the same for all of them. */
  function common(numbers, left = []) {
    const [first, ...others] = numbers.map((number) => turn.orders[number]);
    const shared = Object.entries(first.ch ?? {}).filter(([name, by]) => !left.includes(name) && others.every((order) => order.ch?.[name] === by));
    return joined(changes(Object.fromEntries(shared.filter(([name]) => !others.length || purse.size < 2 || purse.has(name)))));
  }

  /** Return how much an order is worth looking at: good facts and points before bad ones. */
  function worth(number) {
    const order = turn.orders[number];
    const facts = turn.facts(order).reduce((sum, fact) => sum + (fact.tone === "good" ? 20 : fact.tone === "bad" ? -20 : 0), 0);
    return facts + 10 * (order.ch?.points ?? 0) + Math.min((order.path ?? []).length, 9);
  }

  const text = (order) => [...changes(order.ch).map((node) => node.textContent), ...turn.facts(order).map((fact) => fact.text)].join(", ");

  return { changes, summary, alikeIn, common, worth, text, joined, factNode };
}
