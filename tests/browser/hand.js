(seed) => {
  // A hand that taps at random what can be tapped, and says what it did and what was wrong.
  const all = (what) => [...document.querySelectorAll(what)];
  const field = document.getElementById("answer");
  const act = JSON.parse(document.getElementById("act-data").textContent);
  const did = [], wrong = [];
  let state = Math.imul(seed + 1, 2654435761);
  const chance = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const one = (list) => list[chance(list.length)];
  const plain = (button) => [...button.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("");
  const pressed = () => all("#offers [aria-pressed]").map(plain);
  const offered = () => all("#offers button:not([aria-pressed])").map(plain).filter((text) => act.clicks.orders.includes(text));
  const turned = (order, [hex, word, turn]) => names(order, hex) && (turn === "0" ? !names(order, word) : order.includes(` ${word} ${turn}`));
  const names = (order, name) => name.includes(" ") ? turned(order, name.split(" ")) : order.split(/,?\s+|;/).some((word) => word === name || word.startsWith(name + "."));
  const open = () => all("button.order:not(.off)").length;

  const at = (element) => { // what a finger meets there; nothing where something lies over it
    element.scrollIntoView({ block: "center", inline: "center" });
    const box = element.getBoundingClientRect();
    const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return met && met.closest("#board, #whole, #screen") ? met : null;
  };
  const useful = (piece) => act.clicks.after[""].some((number) => piece.textContent.split(/[\s,;]+/).some((name) => /\d/.test(name) && names(act.clicks.orders[number], name)));
  const tapPiece = (what) => { // mostly one that some order names
    const found = all(what).filter((piece) => piece.getClientRects().length), better = chance(4) ? found.filter(useful) : found;
    const met = found.length ? at(one(better.length ? better : found)) : null;
    if (!met) return "";
    const before = { held: pressed(), open: open(), text: field.value };
    met.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const held = pressed();
    if (field.value !== before.text) return field.value.split("\n").at(-1);
    if (before.held.every((name) => held.includes(name)) && open() > before.open) wrong.push(`${held} shows more than ${before.held}`);
    const kinds = act.clicks.kinds;
    for (const order of offered())
      for (const name of held.filter((name) => !kinds.includes(name)))
        if (!names(order, name)) wrong.push(`${order} is offered for ${name}`);
    return held.join(" ") === before.held.join(" ") ? "" : held.join(" ");
  };
  const add = (button) => { // an order, or a kind of orders
    const before = field.value, text = button.className === "order" ? button.textContent : plain(button);
    button.click();
    const last = field.value.split("\n").at(-1);
    if (field.value !== before && last !== text) wrong.push(`${text} was tapped, ${last} is written`);
    if (act.clicks.orders.includes(text) && !button.classList.contains("off")) {
      if (last !== text) wrong.push(`${text} was tapped and is not written`);
      if (pressed().length) wrong.push(`${pressed()} is still held after ${text}`);
      if (!chance(3)) {
        document.getElementById("undo").click();
        if (field.value !== before) wrong.push(`undone is ${field.value}, before was ${before}`);
        else did.push(["undo", text]);
      }
    }
    return text;
  };
  const ways = {
    offer: () => (all("#offers button").length ? add(one(all("#offers button"))) : ""),
    order: () => (all("button.order").length ? add(one(all("button.order"))) : ""),
    hex: () => tapPiece(":is(#board, #whole) svg :is(g[transform], a)"),
    spot: () => tapPiece(":is(#board, #whole) svg g :is(g, text)"),
    word: () => tapPiece("button.name"),
    again: () => (chance(3) ? "" : (document.getElementById("again").click(), "again")),
    clear: () => (chance(3) ? "" : (document.getElementById("clear").click(), "clear")),
  };
  for (let n = 8 + chance(16); n > 0; n--) {
    const way = one(["offer", "offer", "offer", "order", "hex", "hex", "spot", "spot", "word", "again", "clear"]);
    const told = ways[way]();
    if (told) did.push([way, told]);
  }
  for (let n = 0; n < 20 && (!field.value || chance(6)); n++) ways.offer(); // on, as far as it goes
  return { answer: field.value, did, wrong, command: document.getElementById("command").textContent };
}
