// Small helpers: find and make elements, fill in labels, and tell a screen reader what has happened.

const SVG = "http://www.w3.org/2000/svg";
const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];
const app = find(".app");
const readJson = (id) => JSON.parse(document.getElementById(id)?.textContent || "null");
const labels = readJson("page-labels") || {};
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Return a label of the page in the reader's language, with its values filled in. */
function label(key, values = {}) {
  return (labels[key] || key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Return a label for one thing or for several. */
function countLabel(key, count) {
  return label(`${key}.${count === 1 ? "one" : "many"}`, { count });
}

function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : value);
  }
  return node;
}

/** Make an HTML element; children are nodes or text, so that nothing anybody wrote becomes markup. */
function element(tag, attributes = {}, ...children) {
  const node = setAttributes(document.createElement(tag), attributes);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

/** Make an SVG element. */
function shape(tag, attributes = {}, ...children) {
  const node = setAttributes(document.createElementNS(SVG, tag), attributes);
  node.append(...children.flat().filter(Boolean));
  return node;
}

const hasIcon = (name) => document.getElementById(`i-${name}`) !== null;

/** Return an icon, a dot for what has none. */
function icon(name) {
  return shape("svg", { class: "icon", "aria-hidden": "true" }, shape("use", { href: `#i-${hasIcon(name) ? name : "dot"}` }));
}

/** Return markup that the page's own program drew as an element. */
function drawing(markup) {
  const parsed = new DOMParser().parseFromString(markup, "text/html").body.firstElementChild;
  return parsed ? document.importNode(parsed, true) : null;
}

function announce(text) {
  find("#live").textContent = text;
}

const signed = (number) => (number > 0 ? `+${number}` : `\u2212${Math.abs(number)}`);
