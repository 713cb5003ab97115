// A hex in hand: the buttons, and R, walk through the turns that fit.

function turnControl({ values, hand, preview, pick }) {
  let at = 0;
  const image = element("div", { class: "turned" });
  const name = element("b", { role: "status" });
  const outcome = element("div", { class: "outcome full" });
  const left = element("button", { type: "button", class: "turn-button", "aria-label": label("control.left") }, "\u27f2");
  const right = element("button", { type: "button", class: "turn-button", "aria-label": label("control.right") }, "\u27f3");
  const done = confirmCard(label("control.place"));

  function draw() {
    image.replaceChildren(turnedHand(hand, values[at].key));
    name.textContent = label("control.turned", { nth: at + 1, count: values.length });
    outcome.replaceChildren(...preview(values[at].numbers[0]));
  }

  const step = (by) => () => {
    at = (at + by + values.length) % values.length;
    draw();
  };
  left.addEventListener("click", step(-1));
  right.addEventListener("click", step(1));
  done.addEventListener("click", () => pick(values[at].key));
  done.dataset.rotates = "";
  done.addEventListener("rotate", step(1));
  draw();
  return [element("div", { class: "turner full" }, left, image, right), element("p", { class: "full centred" }, name), outcome, done];
}

controls.turn = turnControl;
