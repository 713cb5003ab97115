(seed) => {
  // A hand that taps at random what can be tapped, and says what it did and what was wrong.
  const all = (what) => [...document.querySelectorAll(what)];
  const typed = document.getElementById("typed");
  const did = [];
  const wrong = [];
  let state = Math.imul(seed + 1, 2654435761);
  const chance = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const one = (list) => list[chance(list.length)];
  const orders = () => typed.value.split("\n").filter(Boolean);
  const step = () => document.querySelector("#cards").textContent + orders().length;

  const cards = () => all("#cards button:not([data-do=back]):not(:disabled)");
  const choices = () => all(".layer-targets .choice");

  const tapCard = () => {
    const button = one(cards());
    if (!button) return "";
    const text = button.textContent.trim();
    button.click();
    return text;
  };
  const tapBoard = () => { // where a finger would, in the middle of what is lit
    const choice = one(choices());
    if (!choice) return "";
    const box = choice.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerId: 1, bubbles: true };
    const board = document.querySelector(".stage svg");
    board.dispatchEvent(new PointerEvent("pointerdown", at));
    board.dispatchEvent(new PointerEvent("pointerup", at));
    return choice.dataset.value;
  };
  const tapPiece = () => { // a thing begins an order without a card
    const piece = one(all(".layer-pieces [data-kind=piece], .layer-ground [data-kind=spot]"));
    if (!piece || document.querySelector(".back")) return "";
    const box = piece.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerId: 1, bubbles: true };
    document.querySelector(".stage svg").dispatchEvent(new PointerEvent("pointerdown", at));
    document.querySelector(".stage svg").dispatchEvent(new PointerEvent("pointerup", at));
    return piece.dataset.name;
  };
  const undo = () => {
    const before = orders();
    const choosing = document.querySelector(".back");
    document.getElementById("undo").click();
    const after = orders();
    if (!choosing && before.length && after.length !== before.length - 1) wrong.push(`undone: ${before} became ${after}`);
    return "undo";
  };
  const leave = () => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    if (document.querySelector(".back")) wrong.push("Escape does not leave a step");
    return "leave";
  };

  const check = () => {
    const numbers = all("#chips .order").length;
    if (numbers !== orders().length) wrong.push(`${numbers} in the tray, ${orders().length} typed`);
    const ghosts = all(".layer-ghost .ghost:not(.preview)").length;
    if (document.querySelector(".stage") && ghosts !== numbers) wrong.push(`${ghosts} ghosts of ${numbers} orders`);
    if (document.getElementById("send").disabled !== (numbers === 0)) wrong.push("Send is not as the tray is");
  };

  for (let n = 10 + chance(20); n > 0; n--) {
    const way = one(["card", "card", "card", "board", "board", "board", "piece", "undo", "leave"]);
    const before = step();
    const told = { card: tapCard, board: tapBoard, piece: tapPiece, undo: chance(3) ? () => "" : undo, leave: chance(4) ? () => "" : leave }[way]();
    if (told && step() !== before) did.push([way, told]);
    check();
  }
  for (let n = 0; n < 200 && !orders().length; n++) {
    const confirm = document.querySelector("#cards .confirm:not(:disabled)");
    if (confirm && chance(2)) confirm.click();
    else (chance(2) && choices().length ? tapBoard : tapCard)();
  }
  check();
  return { orders: orders(), did, wrong, change: window.lpbe.change(), foreseen: window.lpbe.isForeseen() };
};
