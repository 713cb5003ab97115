// Legal targets light up: a dashed, moving double ring around each place or piece that the open slot may name.

const MAGNET_PX = 30;

function createTargets(board, turn, standing) {
  const layer = board.svg ? board.layer("targets") : null;

  /** Return a place where it will be after the orders given so far. */
  function placeOf(key) {
    const place = board.find(key);
    const moved = place && standing(key);
    return moved ? { ...board.measure(place), x: moved.x, y: moved.y } : place;
  }

  function ring(place, name, text) {
    const outlines = [board.outline(place, { class: "target-back" }), board.outline(place, { class: "target" })];
    return shape("g", { class: "choice", tabindex: "0", role: "button", "data-value": name, "aria-label": text }, outlines);
  }

  /** Light what can be tapped now; `list` holds a key, the words for it, and whether it is already chosen. */
  function show(list) {
    const lit = list.map((each) => ({ ...each, place: placeOf(each.key) })).filter((each) => each.place);
    const chosen = Object.values(turn.picked).map(placeOf).filter(Boolean);
    layer.replaceChildren(
      ...chosen.map((place) => board.outline(place, { class: "target chosen" })),
      ...lit.map(({ place, key, text }) => ring(place, key, text)),
    );
    const hexes = new Set(lit.filter(({ place }) => place.kind !== "piece").map(({ key }) => board.hexOf(key)));
    board.svg.classList.toggle("choosing", hexes.size > 0);
    for (const place of board.all()) if (board.isArea(place)) place.node.classList.toggle("reachable", hexes.has(board.hexOf(place.name)));
    return lit.map(({ place }) => place);
  }

  /** Return the target nearest to a point, if one is near enough. */
  function nearest([x, y], keys, reach) {
    let best = null;
    let least = reach;
    for (const key of keys) {
      const place = placeOf(key);
      if (!place) continue;
      board.measure(place);
      const inside = board.isArea(place) ? place.halfWidth * 0.95 : 0;
      const distance = Math.hypot(place.x - x, place.y - y) - inside;
      if (distance < least) {
        least = distance;
        best = key;
      }
    }
    return best;
  }

  const point = (key) => {
    for (const node of findAll(".choice", layer)) node.classList.toggle("pointed", node.dataset.value === key);
  };

  return { show, nearest, thingAt, point };
}
