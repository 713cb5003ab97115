/** @file Build the page: elements from data, never from markup. */

/** Return an element; properties that start with "on" are listeners, `class` and others are attributes. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** Return a button that does something. */
export function button(label, onclick, properties = {}) {
  return el("button", { type: "button", onclick, ...properties }, label);
}

/** Return a labelled control. */
export function field(label, control, hint) {
  const name = (control.id ||= `field-${label.toLowerCase().replace(/\W+/g, "-")}`);
  if (hint) control.setAttribute("aria-describedby", `${name}-hint`);
  return el(
    "div",
    { class: "field" },
    el("label", { for: name }, label),
    control,
    hint && el("p", { class: "hint", id: `${name}-hint` }, hint),
  );
}

/** Return a form that calls a function when it is submitted; nothing is ever sent by the browser itself. */
export function form(onsubmit, ...children) {
  const listen = (event) => {
    event.preventDefault();
    onsubmit(event);
  };
  return el("form", { onsubmit: listen, novalidate: true }, ...children);
}

/** Show a dialog until it is closed; it closes by its button, by Escape and by the back button of a phone. */
export function showDialog(title, closing, ...children) {
  const dialog = el(
    "dialog",
    { "aria-labelledby": "dialog-title", onclose: () => dialog.remove() },
    el(
      "div",
      { class: "dialog-head" },
      el("h2", { id: "dialog-title" }, title),
      button("✕", () => dialog.close(), { class: "close", "aria-label": closing }),
    ),
    ...children,
  );
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Give a text to the reader as a file. */
export function saveFile(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
