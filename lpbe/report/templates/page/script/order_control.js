// Things in a row: a tap moves one forward, so do the arrow keys and dragging.

function orderControl({ turn, slot, values, nameOf, preview, take }) {
  let row = [...values[0].value];
  const box = element("div", { class: "dice-row", role: "group" });
  const outcome = element("div", { class: "outcome full" });
  const orderOf = (list) => listedOrTyped(turn, slot, values, list, false);

  function move(from, to) {
    if (to < 0 || to >= row.length) return;
    const next = [...row];
    next.splice(to, 0, next.splice(from, 1)[0]);
    if (orderOf(next) === null) return;
    row = next;
    draw();
    box.children[to].focus();
  }

  function die(name, nth) {
    const named = nameOf(name);
    const button = element("button", { type: "button", class: "die-button", draggable: "true", "data-colour": name }, named.drawing ?? icon(named.icon), element("b", {}, `${nth + 1}. ${named.title}`));
    button.addEventListener("click", () => move(nth, nth ? nth - 1 : row.length - 1));
    button.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by) {
        event.preventDefault();
        move(nth, nth + by);
      }
    });
    button.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", String(nth)));
    button.addEventListener("dragover", (event) => event.preventDefault());
    button.addEventListener("drop", (event) => {
      event.preventDefault();
      move(Number(event.dataTransfer.getData("text/plain")), nth);
    });
    return button;
  }

  function draw() {
    box.replaceChildren(...row.map(die));
    outcome.replaceChildren(...preview(orderOf(row)));
  }

  const done = confirmCard(label("control.order"));
  done.addEventListener("click", () => take(orderOf(row)));
  draw();
  return [box, outcome, done];
}

controls.order = orderControl;
