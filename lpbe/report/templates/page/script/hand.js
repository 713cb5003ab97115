// Hexes in hand: drawn unturned by the page, turned here as the rules turn them, with letters that stay upright.

const EDGE = /^#[a-z]-[a-z]+[0-5]$/;

/** Return a hex in hand turned counter-clockwise by sixths: its edges, and its zones where it has some. */
function turnedHand(markup, turn) {
  const image = drawing(markup);
  const angle = -60 * Number(turn || 0);
  if (!angle) return image;
  const zoned = find(".b-zone", image) !== null;
  for (const part of [...image.children]) {
    const isEdge = part.tagName === "use" && EDGE.test(part.getAttribute("href"));
    if (!isEdge && (!zoned || part.tagName === "defs" || part.tagName === "title")) continue;
    const holder = shape("g", { transform: `rotate(${angle})` });
    part.replaceWith(holder);
    holder.append(part);
    if (!isEdge) keepUpright(part, -angle);
  }
  return image;
}

/** Turn letters and what is drawn around a point of its own back, so that they can be read. */
function keepUpright(part, angle) {
  const own = part.getAttribute("transform") ?? "";
  if (/^translate\([^)]*\)$/.test(own)) part.setAttribute("transform", `${own} rotate(${angle})`);
  else if (part.tagName === "text") part.setAttribute("transform", `rotate(${angle} ${part.getAttribute("x") || 0} ${part.getAttribute("y") || 0})`);
  else for (const child of part.children) keepUpright(child, angle);
}
