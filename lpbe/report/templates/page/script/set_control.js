// Toggles for a list of things; which lists are legal, the listed orders or the form of the kind say.

function setControl({ turn, slot, values, nameOf, preview, take }) {
  const items = [...new Set(values.flatMap(({ value }) => value ?? []))];
  const chosen = [];
  const outcome = element("div", { class: "outcome full" });
  const done = confirmCard("");
  const current = () => listedOrTyped(turn, slot, values, chosen, true);

  function draw() {
    const order = current();
    done.disabled = order === null;
    find("b", done).textContent = chosen.length ? chosen.map((item) => nameOf(item).title).join(", ") : label("control.none");
    outcome.replaceChildren(...(order === null ? [] : preview(order)));
  }

  function toggle(item) {
    const named = nameOf(item);
    const button = element("button", { type: "button", class: "card", "aria-pressed": "false", "data-item": item }, element("span", { class: "sign" }, named.drawing ?? icon(named.icon)), element("b", {}, named.title), element("span", { class: "more" }, named.text));
    button.addEventListener("click", () => {
      const at = chosen.indexOf(item);
      if (at >= 0) chosen.splice(at, 1);
      else chosen.push(item);
      button.setAttribute("aria-pressed", String(at < 0));
      draw();
    });
    return button;
  }

  done.addEventListener("click", () => take(current()));
  const toggles = items.map(toggle);
  draw();
  return [...toggles, outcome, done];
}

controls.set = setControl;
