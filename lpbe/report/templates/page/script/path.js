// A path of tiles: which tiles may follow those that have been tapped, and the order that it makes.

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

controls.path = createPath;
