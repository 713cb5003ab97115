// A number: one less, one more.

function countControl({ values, nameOf, preview, pick }) {
  const counts = [...values].sort((one, other) => Number(one.key) - Number(other.key));
  let at = 0;
  const shown = element("b", { class: "count", role: "status" });
  const outcome = element("div", { class: "outcome" });
  const less = element("button", { type: "button", "aria-label": label("control.less") }, "\u2212");
  const more = element("button", { type: "button", "aria-label": label("control.more") }, "+");
  const done = confirmCard(label("control.choose"));

  function draw() {
    less.disabled = at === 0;
    more.disabled = at === counts.length - 1;
    shown.textContent = nameOf(counts[at].key).title;
    outcome.replaceChildren(...preview(counts[at].numbers[0]));
  }

  less.addEventListener("click", () => ((at -= 1), draw()));
  more.addEventListener("click", () => ((at += 1), draw()));
  done.addEventListener("click", () => pick(counts[at].key));
  draw();
  return [element("div", { class: "stepper full" }, less, shown, more), outcome, done];
}

controls.count = countControl;
