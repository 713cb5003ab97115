// The data of the page, which are packed: each order is written as what differs from the one before.

/** Return a record with some of its fields changed; null takes one away. */
function changedRecord(before, changes) {
  const now = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete now[name];
    else if (typeof value === "object" && !Array.isArray(value)) now[name] = changedRecord(now[name], value);
    else now[name] = value;
  }
  return now;
}

function unpackOrders(rows) {
  let last = { t: "" };
  return rows.map(({ t: [shared, rest], ...changes }) => (last = { ...changedRecord(last, changes), t: last.t.slice(0, shared) + rest }));
}

/** Return what follows after which orders; rows with the same offers are written as one. */
function unpackRows(rows) {
  return Object.fromEntries(rows.flatMap(([offers, ...keys]) => keys.map((key) => [key, offers])));
}

/** Return the data of the page; a page that asks nothing has no orders. */
function readPageData() {
  const data = readJson("page-data") ?? { kinds: {}, send: { mode: "copy" } };
  return { ...data, orders: unpackOrders(data.orders ?? []), after: unpackRows(data.after ?? []) };
}
