// The tray: the orders given so far, undo, the typed text, and the one button that sends.

function createTray({ data, turn, effects, names, on }) {
  const tray = find(".tray");
  const chips = find("#chips");
  const undo = find("#undo");
  const send = find("#send");
  const note = find("#note");
  const typed = find("#typed");
  let typedByHand = false;

  const lines = () => typed.value.split(/[;\n]/).map((line) => line.replace(/(^|\s)#(?!\d).*$/, "").trim()).filter(Boolean);

  function chip(number) {
    const order = turn.orders[number];
    const changed = effects.changes(order.ch);
    const small = changed.length ? effects.joined(changed) : turn.facts(order).slice(0, 1).map((fact) => fact.text);
    return element("li", { class: "order", title: order.t }, icon(turn.kinds[order.k]?.icon), element("span", {}, names.titleOf(order), element("small", {}, small)));
  }

  /** The suggested orders, in words if the page lists them. */
  function suggested() {
    const numbers = turn.known(data.ready);
    return numbers ? numbers.map((number) => names.titleOf(turn.orders[number])).join("; ") : data.ready.join("; ");
  }

  function suggestion() {
    const use = element("button", { type: "button", "data-do": "ready" }, label("use"));
    return element("li", { class: "empty" }, (data.ready ?? []).length ? [element("span", {}, label("suggested"), " ", element("b", {}, suggested())), use] : label("tap"));
  }

  function showSend(state) {
    const count = typedByHand ? lines().length : turn.given.length;
    send.disabled = !count || state === "sending" || state === "sent";
    const words = {
      sending: [label("sending")],
      sent: [icon("check"), label("sent")],
      handed: [icon("check"), label("handed")],
    }[state];
    const ready = [icon("send"), element("span", { class: "long" }, count ? countLabel(`send.${on.way()}`, count) : label("send")), element("span", { class: "short" }, label("send")), count ? element("span", { class: "badge", "aria-hidden": "true" }, String(count)) : null];
    send.replaceChildren(...(words ?? ready).filter(Boolean));
  }

  function show() {
    const state = app.dataset.send;
    chips.replaceChildren(...(typedByHand ? [element("li", { class: "empty" }, label("typed.by.hand"))] : turn.given.length ? turn.given.map(chip) : [suggestion()]));
    const last = chips.lastElementChild;
    chips.scrollTo(last.offsetLeft - chips.offsetLeft, last.offsetTop - chips.offsetTop);
    undo.disabled = (!turn.given.length && !turn.kind && !typedByHand) || state === "sending" || state === "sent";
    if (!typedByHand) typed.value = turn.texts().join("\n");
    typed.rows = Math.min(Math.max(lines().length, 1), 6);
    showSend(state);
    tray.classList.toggle("filled", turn.given.length > 0);
  }

  function tell(state, text) {
    app.dataset.send = state;
    note.replaceChildren(...(text ? [icon(state === "refused" ? "warn" : "check"), element("span", {}, text, state === "refused" ? [" ", element("u", {}, label("kept"))] : [])] : []));
    show();
  }

  typed?.addEventListener("input", () => {
    typedByHand = !turn.read(lines());
    app.dataset.send = "ready";
    on.typed();
  });

  return {
    show,
    tell,
    lines,
    get isTyped() {
      return typedByHand;
    },
    forgetTyped() {
      typedByHand = false;
    },
    setTyped(text) {
      typed.value = text;
      typedByHand = true;
    },
  };
}
