// The things on the board by name: where they lie, and the outline that lights them up.

const HEX_RADIUS = 120;
const TILE_RADIUS = 26;

/** Return the radius of the hexes of a board: those of a map are large, those of a chart small. */
function boardRadius(svg) {
  return svg.querySelector("[data-kind=tile] > use") ? TILE_RADIUS : HEX_RADIUS;
}

function createBoard(svg) {
  const places = new Map();
  const hexPoints = (x, y, radius) =>
    Array.from({ length: 6 }, (_, corner) => {
      const angle = (Math.PI / 3) * corner + Math.PI / 6;
      return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
    }).join(" ");

  for (const node of svg ? findAll("[data-name]", svg) : []) {
    if (node.closest(".layer-targets, .layer-ghost")) continue;
    const place = placeOf(node);
    if (!places.has(place.name)) places.set(place.name, place);
  }

  /** Return a thing by its element; tiles of a chart are drawn by reference, in rows. */
  function placeOf(node) {
    const row = node.parentNode;
    const { name, kind = row.dataset.kind ?? "spot", x = node.getAttribute("x"), y = row.dataset.y } = node.dataset;
    return { name, node, kind, x: Number(x), y: Number(y), tile: row.dataset.kind === "tile" };
  }

  const isArea = (place) => ["hex", "tile", "cell", "zone"].includes(place.kind);

  /** Measure the half width and half height of a thing, once. */
  function measure(place) {
    if (place.halfWidth) return place;
    if (isArea(place) && place.kind !== "zone") {
      place.halfHeight = boardRadius(svg);
      place.halfWidth = (boardRadius(svg) * Math.sqrt(3)) / 2;
    } else {
      const box = place.node.getBBox();
      place.halfWidth = box.width / 2 || 20;
      place.halfHeight = box.height / 2 || 20;
    }
    return place;
  }

  const find = (name) => places.get(name) ?? null;

  /** Return a copy of a shape where it lies on the board, as an outline. */
  function tracing(drawn, attributes) {
    const copy = setAttributes(drawn.cloneNode(false), attributes);
    const { a, b, c, d, e, f } = svg.getScreenCTM().inverse().multiply(drawn.getScreenCTM());
    copy.setAttribute("transform", `matrix(${[a, b, c, d, e, f].map((value) => Number(value.toFixed(2))).join(" ")})`);
    return copy;
  }

  return {
    svg,
    hexPoints,
    radius: svg ? boardRadius(svg) : 0,
    isArea,
    measure,
    find,
    names: () => [...places.keys()],
    all: () => [...places.values()],
    /** Return the hex or tile that a place belongs to. */
    hexOf: (name) => (name.startsWith("@") ? name : name.split(".")[0]),
    /** Return an outline around a place: a hexagon, a card or a ring. */
    outline(place, attributes, scale = 1) {
      measure(place);
      const drawn = place.kind === "zone" && place.node.querySelector(".b-zone");
      if (drawn) return tracing(drawn, attributes);
      if (isArea(place) && place.kind !== "zone") {
        return shape("polygon", { points: hexPoints(place.x, place.y, place.halfHeight * 0.93 * scale), ...attributes });
      }
      if (place.kind === "piece" || place.kind === "token") {
        return shape("circle", { cx: place.x, cy: place.y, r: Math.max(place.halfWidth, place.halfHeight) * 1.15 * scale, ...attributes });
      }
      const width = place.halfWidth * 2 + 6;
      const height = place.halfHeight * 2 + 6;
      return shape("rect", { x: place.x - width / 2, y: place.y - height / 2, width, height, rx: 9, ...attributes });
    },
    layer(name) {
      const known = svg.querySelector(`:scope > .layer-${name}`);
      return known ?? svg.appendChild(shape("g", { class: `layer-${name}` }));
    },
  };
}

/** Return the name of what lies under a point: pieces before places on a hex before the hex. */
function thingAt(board, [x, y], placeOf = board.find) {
  const ranks = { piece: 0, token: 0, building: 1, spot: 1 };
  let found = null;
  for (const place of board.all()) {
    if (place.kind === "cell") continue;
    const at = placeOf(place.name);
    board.measure(place);
    const reach = board.isArea(place) ? place.halfHeight * 0.9 : Math.max(place.halfWidth, place.halfHeight);
    const distance = Math.hypot(at.x - x, at.y - y);
    const rank = ranks[place.kind] ?? 2;
    if (distance > reach) continue;
    if (!found || rank < found.rank || (rank === found.rank && distance < found.distance)) found = { name: place.name, rank, distance };
  }
  return found?.name ?? null;
}
