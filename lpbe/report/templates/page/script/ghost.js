// Ghosts: what the orders in the tray, and the one that is only pointed at, will look like on the board.

const MAX_LABEL_LENGTH = 30;
const LABEL_ROOM_PX = 30;

function createGhost(board, turn, data) {
  const layer = board.svg ? board.layer("ghost") : null;
  const pieceOf = (order) => Object.values(order.v ?? {}).find((value) => typeof value === "string" && board.find(value)?.kind === "piece") ?? "";

  /** Return the places that an order is about: those in its slots, then those that it touches; pieces only if alone. */
  function placesOf(order) {
    const named = [...Object.values(order.v ?? {}).flat(), ...(order.at ?? [])];
    const places = [...new Set(named)].map(board.find).filter(Boolean);
    const fixed = places.filter((place) => place.kind !== "piece");
    return fixed.length ? fixed : places;
  }

  /** Return where a piece comes to lie: on a spot of its hex, or below its centre, beside those that are there. */
  function landing(name, count) {
    const place = board.find(name);
    if (!place) return null;
    board.measure(place);
    const below = board.isArea(place) ? place.halfHeight * 0.52 : place.halfHeight * 1.4;
    return { x: place.x + (board.isArea(place) ? count * 30 : 0), y: place.y + below };
  }

  /** Return where a piece will be after some orders; null if it has not moved. */
  function standing(name, orders = turn.given) {
    let at = null;
    for (const number of orders) {
      const order = turn.orders[number];
      if (order.path?.length && pieceOf(order) === name) at = landing(order.path.at(-1), 0);
    }
    return at;
  }

  function trail(from, to) {
    const middle = [(from.x + to.x) / 2, (from.y + to.y) / 2 - Math.hypot(from.x - to.x, from.y - to.y) / 5];
    const d = `M${from.x} ${from.y}Q${middle[0]} ${middle[1]} ${to.x} ${to.y}`;
    return [shape("path", { class: "trail-back", d }), shape("path", { class: "trail", d })];
  }

  /** Draw in pixels at a place, whatever the camera does. */
  function inPixels(place, ...parts) {
    return shape("g", { transform: `translate(${place.x} ${place.y})` }, shape("g", { class: "in-pixels" }, parts));
  }

  function numberBadge(place, nth) {
    if (!nth) return [];
    return [inPixels(place, shape("circle", { class: "ghost-badge", r: 11 }), shape("text", { class: "ghost-number", y: 5 }, String(nth)))];
  }

  /** Copy a piece to where it goes. */
  function movedPiece(piece, to) {
    const original = board.find(piece);
    if (!original) return [];
    const copy = original.node.cloneNode(true);
    for (const node of [copy, ...findAll("[data-name]", copy)]) node.removeAttribute("data-name");
    copy.classList.add("ghost-piece");
    return [shape("g", { transform: `translate(${to.x - original.x} ${to.y - original.y})` }, copy)];
  }

  function moveGhost(order, before, nth) {
    const piece = pieceOf(order);
    const original = board.find(piece);
    const to = landing(order.path.at(-1), 0);
    if (!original || !to) return [];
    const from = standing(piece, before) ?? original;
    return [...trail(from, to), ...movedPiece(piece, to), ...numberBadge({ x: to.x + 24, y: to.y - 22 }, nth)];
  }

  function useIcon(name, x, y, size, className) {
    return shape("use", { href: `#i-${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, class: className });
  }

  function iconFor(order) {
    for (const [slot, value] of Object.entries(order.v ?? {})) {
      const named = data.values?.[slot]?.[turn.keyOf(value)];
      if (named?.icon) return named.icon;
    }
    return turn.kinds[order.k]?.icon;
  }

  /** A new building is a tile with its icon on its spot; of anything else the place is ringed. */
  function placeGhost(order, nth) {
    const places = placesOf(order);
    const isSpot = (place) => place.kind === "spot" || place.kind === "building";
    const parts = places.map((place) => board.outline(place, { class: board.isArea(place) ? "ghost-area" : "ghost-tile" }));
    parts.push(...places.filter(isSpot).map((place) => useIcon(iconFor(order), place.x, place.y, place.halfWidth * 1.1, "ghost-icon")));
    const [first] = places;
    return first ? [...parts, ...numberBadge({ x: first.x + board.measure(first).halfWidth * 0.8, y: first.y - first.halfHeight * 0.8 }, nth)] : parts;
  }

  /** An attack: the tiles it takes, where it comes from, and what is lost there. */
  function attackGhost(order) {
    const tiles = order.path.map(board.find).filter(Boolean);
    const origin = tiles[0];
    const parts = tiles.slice(1).map((place) => board.outline(place, { class: "ghost-struck" }));
    if (origin) parts.push(board.outline(origin, { class: "ghost-origin" }), useIcon(turn.kinds[order.k]?.icon, origin.x, origin.y, board.measure(origin).halfHeight * 1.1, "ghost-sign"));
    return parts;
  }

  /** A short consequence is written where it happens. */
  function factLabels(order) {
    return turn.facts(order).flatMap((fact) => {
      const place = fact.place && board.find(fact.place);
      if (!place || fact.text.length > MAX_LABEL_LENGTH) return [];
      board.measure(place);
      const width = fact.text.length * 7.2 + 20;
      const unit = Number(board.svg.style.getPropertyValue("--k")) || 1;
      const at = { x: place.x, y: Math.max(place.y - place.halfHeight, board.svg.viewBox.baseVal.y + LABEL_ROOM_PX * unit) };
      const back = shape("rect", { class: `ghost-label ${fact.tone || ""}`, x: -width / 2, y: -24, width, height: 22, rx: 11 });
      return [inPixels(at, back, shape("text", { class: "ghost-label-text", y: -9 }, fact.text))];
    });
  }

  /** A hex from the hand lies on its cell, turned as it would be. */
  function hexGhost(order, nth) {
    const hand = data.hands?.[order.v.hex];
    const cell = placesOf(order).find((place) => place.kind === "cell");
    if (!hand || !cell) return null;
    const image = turnedHand(hand, order.v.turn);
    const { halfHeight } = board.measure(cell);
    setAttributes(image, { x: cell.x - halfHeight, y: cell.y - halfHeight, width: 2 * halfHeight, height: 2 * halfHeight });
    return [image, board.outline(cell, { class: "ghost-rim" }), ...numberBadge({ x: cell.x + halfHeight * 0.55, y: cell.y - halfHeight * 0.62 }, nth)];
  }

  function ghostOf(given, before, nth) {
    const order = typeof given === "number" ? turn.orders[given] : given;
    if (order.parts) return shape("g", { class: "ghost" }, order.parts.flatMap((part) => [...ghostOf(part, before, nth).childNodes]));
    const hex = order.v?.hex !== undefined ? hexGhost(order, nth) : null;
    const moves = order.path?.length && pieceOf(order);
    const parts = hex ?? (moves ? moveGhost(order, before, nth) : order.path?.length ? attackGhost(order) : placeGhost(order, nth));
    return shape("g", { class: nth ? "ghost" : "ghost preview" }, [...parts, ...factLabels(order)]);
  }

  return {
    standing,
    placesOf,
    /** Draw the orders in the tray, and one that is only pointed at. */
    show(preview) {
      if (!layer) return;
      const given = turn.given;
      const ghosts = given.map((number, nth) => ghostOf(number, given.slice(0, nth), nth + 1));
      if (preview !== undefined) ghosts.push(ghostOf(preview, given, 0));
      layer.replaceChildren(...ghosts);
      const away = new Set(given.map((number) => turn.orders[number].path?.length && pieceOf(turn.orders[number])).filter(Boolean));
      for (const place of board.all()) if (place.kind === "piece") place.node.classList.toggle("gone", away.has(place.name));
    },
  };
}
