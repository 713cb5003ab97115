// Composing: cards, targets, tray and purse follow the turn that is being composed, and every tap changes it.

function createComposer({ data, board, camera }) {
  const turn = createTurn(data);
  const effects = createEffects(data, turn);
  const path = controls.path ? controls.path(data, turn) : { tiles: [], clear() {} };
  const ghost = createGhost(board, turn, data);
  const targets = createTargets(board, turn, (name) => ghost.standing(name));
  const names = createNames(data, turn);
  const cards = createCards({ data, turn, effects, path, names, on: { pick, take, preview: foresee } });
  const tray = createTray({ data, turn, effects, names, on: { typed: () => show(), way: () => sender.way() } });
  const sender = createSender(data, () => (tray.isTyped ? tray.lines() : turn.texts()));
  const storage = createStorage(`lpbe ${data.game} ${data.seat} ${data.window}`);

  /** Return what can be tapped for the open slot: the key, and what a screen reader says of it. */
  function tappable() {
    const slot = turn.openSlot();
    if (!slot) return [];
    if (slot.on === "path") return path.followers().map((key) => ({ key, text: key }));
    if (slot.on !== "board") return [];
    const values = turn.values(slot.name);
    return values.filter(({ key }) => board.find(key)).map(({ key, numbers }) => {
      const words = numbers.length === 1 ? effects.text(turn.orders[numbers[0]]) : countLabel("ways", numbers.length);
      return { key, text: [names.nameOf(slot.name, key).title, words].filter(Boolean).join(": ") };
    });
  }

  function showHint(slot, onBoard) {
    const hint = find(".hint");
    hint?.classList.toggle("on", onBoard);
    if (!hint) return undefined;
    if (!onBoard) return hint.replaceChildren();
    const leave = element("button", { type: "button", "data-do": "leave", "aria-label": label("cancel") }, "\u2715");
    return hint.replaceChildren(icon(turn.kinds[turn.kind].icon), element("span", {}, slot.hint || slot.ask), leave);
  }

  /** Show what an order would bring that is only looked at: on the board, in the purse and on the tracks. */
  function foresee(order) {
    ghost.show(order);
    showGauges(typeof order === "number" ? order : undefined);
  }

  /** Show what a purse holds after the orders, and by how much that changes it. */
  function showGauges(looked) {
    const change = turn.change(looked);
    for (const counter of findAll("[data-gauge]")) {
      const by = change[counter.dataset.gauge] ?? 0;
      const value = Number(counter.dataset.value) + by;
      find(".value", counter).textContent = value;
      const badge = find(".projected", counter);
      badge.textContent = by ? signed(by) : "";
      badge.className = `projected ${by > 0 ? "good" : "bad"}`;
      counter.classList.toggle("none", value === 0);
    }
    for (const track of findAll("[data-track]")) {
      const by = change[track.dataset.track] ?? 0;
      const now = Number(track.dataset.now) + by;
      for (const cell of findAll(".cells > i", track)) cell.classList.toggle("projected", by !== 0 && Number(cell.dataset.cell ?? cell.textContent) === now);
    }
  }

  function showQuestion() {
    const title = find("#question");
    if (!title) return;
    const spent = turn.given.filter((number) => !turn.kinds[turn.orders[number].k]?.free).length;
    for (const [nth, pip] of findAll(".pips i").entries()) pip.classList.toggle("spent", nth < spent);
  }

  function show() {
    if (tray.isTyped) turn.drop();
    const slot = turn.openSlot();
    const lit = board.svg ? tappable() : [];
    const onBoard = lit.length > 0;
    if (board.svg) {
      const places = targets.show(lit);
      ghost.show(undefined);
      if (onBoard) camera.frame(places);
    }
    cards.show();
    showHint(slot, onBoard);
    tray.show();
    showGauges();
    showQuestion();
    storage.write(tray.isTyped ? { typed: tray.lines() } : { given: turn.texts() });
  }

  /** Tell what happened when a choice completed an order, and go on to the next step. */
  function went(number) {
    path.clear();
    if (number !== null && number !== undefined) {
      const order = turn.orders[number];
      app.dataset.send = "ready";
      announce(`${label("added", { order: order.t })} ${effects.text(order)}`);
      show();
      const places = [...ghost.placesOf(order), ...(order.path ?? []).slice(-1).map(board.find).filter(Boolean)];
      camera.frame(places);
    } else show();
    if (document.activeElement === document.body || document.activeElement?.closest?.(".choice")) cards.focusFirst();
  }

  function choose(kind) {
    tray.forgetTyped();
    went(turn.kind === kind ? (turn.drop(), null) : turn.choose(kind));
  }

  function pick(slot, key) {
    went(turn.pick(slot, key));
  }

  /** Take an order as a whole: a listed one by its number, or one that the reader has put together. */
  function take(order) {
    went(turn.give(typeof order === "number" ? order : turn.compose(order)));
  }

  function takeTarget(key) {
    const slot = turn.openSlot();
    if (!slot) return;
    if (slot.on === "path") {
      path.add(key);
      show();
      ghost.show(path.order() ?? path.draft());
    } else pick(slot.name, key);
  }

  function undo() {
    if (path.tiles.length) path.drop();
    else if (tray.isTyped) tray.forgetTyped();
    else if (turn.kind) turn.drop();
    else turn.undo();
    app.dataset.send = "ready";
    camera.goHome();
    show();
    announce(label("undone"));
  }

  /** Show on the board what a card or a target would bring, while it is pointed at or has the focus. */
  function preview(event) {
    if (!board.svg) return;
    const choice = event.target.closest?.(".choice, #cards .card[data-value], #cards .card[data-kind]");
    const slot = turn.openSlot();
    const key = choice?.dataset.value;
    targets.point(key);
    if (slot && slot.on !== "path" && key !== undefined) {
      const value = turn.values(slot.name).find((each) => each.key === key);
      foresee(value?.numbers.length === 1 ? value.numbers[0] : undefined);
      if (value?.numbers.length > 1) ghost.show(value.numbers[0]);
    } else if (choice?.dataset.kind && !turn.kind) {
      const numbers = turn.offers().filter((number) => turn.orders[number].k === choice.dataset.kind);
      foresee(numbers.length === 1 ? numbers[0] : undefined);
    } else if (!event.target.closest?.(".confirm, .turner, .dice-row, .stepper, [data-item], [data-tile]")) foresee(undefined);
  }

  function report({ state, text }) {
    tray.tell(state, text);
    if (text) announce(text);
    if (state === "sent") storage.clear();
  }

  /** Leave the step that was begun. */
  function leaveStep() {
    if (!turn.kind) return;
    path.clear();
    turn.drop();
    camera.goHome();
    show();
  }

  /** A tap takes the nearest target, or begins with the thing that was tapped; return whether it did. */
  function tapBoard(point) {
    const keys = findAll(".layer-targets .choice").map((node) => node.dataset.value);
    const key = targets.nearest(point, keys, camera.pixels(MAGNET_PX));
    if (key !== null) {
      takeTarget(key);
      return true;
    }
    const name = thingAt(board, point, targets.placeOf);
    if (!name || turn.kind || tray.isTyped) return false;
    const { began, number } = turn.chooseThing(name);
    if (began) went(number);
    return began;
  }

  /** A tap on a card of the panel. */
  function tapButton(button) {
    const { kind, value, tile, order } = button.dataset;
    if (!button.closest("#cards")) return;
    if (kind !== undefined) choose(kind);
    else if (tile !== undefined) takeTarget(tile);
    else if (order !== undefined) went(turn.give(Number(order)));
    else if (value !== undefined) pick(turn.openSlot().name, value);
  }

  function useSuggestion() {
    if (turn.read(data.ready)) tray.forgetTyped();
    else tray.setTyped(data.ready.join("\n"));
    announce(label("used"));
    show();
  }

  /** Take up what was composed before the page was loaded again; a question of one kind begins with its first step. */
  function begin() {
    const kept = storage.read();
    if (kept?.given) turn.read(kept.given);
    if (kept?.typed?.length) tray.setTyped(kept.typed.join("\n"));
    show();
    const kinds = Object.keys(turn.kinds);
    if (!turn.given.length && kinds.length === 1 && turn.offers().length > 1) went(turn.choose(kinds[0]));
  }

  // What programs that show this page may use; they may also set `window.lpbe.transport`, see send.js.
  window.lpbe = { ...window.lpbe, letter: sender.letter, change: () => turn.change(), isForeseen: turn.isForeseen };
  document.addEventListener("pointerover", preview);
  document.addEventListener("focusin", preview);
  begin();
  return {
    tapBoard,
    tapButton,
    takeTarget,
    undo,
    leave: leaveStep,
    actions: {
      back: () => (path.clear(), turn.back(), show()),
      undo,
      "path-drop": () => (path.drop(), show()),
      "path-done": () => take(path.order()),
      join: () => went(turn.beginJoin()),
      ready: useSuggestion,
      send: () => sender.send(report),
      "send-copy": () => sender.send(report, "copy"),
      "send-command": () => sender.send(report, "command"),
      "send-mailto": () => sender.send(report, "mailto"),
    },
  };
}
