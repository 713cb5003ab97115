// What an order brings, in a few words: numbers that change, green with + and red with a minus sign, then its facts.

function createEffects(data, turn) {
  const lowerIsBetter = /^(price\.|wounded)/;

  function changes(change) {
    return Object.entries(change ?? {})
      .filter(([name, by]) => by && data.gauges?.[name] && !name.startsWith("price."))
      .map(([name, by]) => {
        const good = lowerIsBetter.test(name) ? by < 0 : by > 0;
        return element("span", { class: `change ${good ? "good" : "bad"}` }, `${signed(by)}\u00a0${data.gauges[name].name}`);
      });
  }

  const factNode = (fact) => element("span", { class: `fact ${fact.tone ?? ""}` }, fact.text);

  /** Join parts by a space or, before a fact, by a dot. */
  function joined(parts) {
    return parts.flatMap((part, nth) => (nth ? [part.classList.contains("fact") ? " \u00b7 " : " ", part] : [part]));
  }

  function summary(order, most = 2) {
    return joined([...changes(order.ch), ...turn.facts(order).slice(0, most).map(factNode)]);
  }

  /** Return what some orders have in common: changes that are the same for all of them. */
  function common(numbers) {
    const [first, ...others] = numbers.map((number) => turn.orders[number]);
    const shared = Object.entries(first.ch ?? {}).filter(([name, by]) => others.every((order) => order.ch?.[name] === by));
    return joined(changes(Object.fromEntries(shared)));
  }

  /** Return how much an order is worth looking at: good facts and points before bad ones. */
  function worth(number) {
    const order = turn.orders[number];
    const facts = turn.facts(order).reduce((sum, fact) => sum + (fact.tone === "good" ? 20 : fact.tone === "bad" ? -20 : 0), 0);
    return facts + 10 * (order.ch?.points ?? 0) + Math.min((order.path ?? []).length, 9);
  }

  const text = (order) => [...changes(order.ch).map((node) => node.textContent), ...turn.facts(order).map((fact) => fact.text)].join(", ");

  return { changes, summary, common, worth, text, joined, factNode };
}
