"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const root = document.documentElement;
  $("theme").addEventListener("click", () => {
    const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const entry = link && $(link.getAttribute("href").slice(1))?.closest("details");
    if (entry) entry.open = true;
  });
  if (!$("act")) return;

  const act = JSON.parse($("act-data").textContent);
  const { orders, kinds, places, after } = act.clicks;
  const says = $("act").dataset;
  const field = $("answer");
  const ready = act.ready.join("\n");
  const words = orders.map((order) => order.split(/,?\s+|;/));
  const tapped = new Set();
  const before = [];
  const copying = [];
  let kind = "", missed = "";

  const lines = () => field.value.replace(/(^|\s)#(?!\d).*$/gm, "").split(/[;\n]/).map((line) => line.trim()).filter(Boolean);
  const given = () => (field.value === ready ? [] : lines());
  const offers = () => after[given().map((line) => orders.indexOf(line)).join(" ")];
  const numbered = (number, name) => !/^=\d+$/.test(name) || places.includes(number); // a hex may be called 3
  const bare = (name) => name.replace(/^=/, "");
  const turned = (number, name) => { // a hex as it is drawn turned; that it is not goes unsaid
    const [hex, word, turn] = name.split(" "), at = words[number].indexOf(word);
    return words[number].includes(hex) && turn === (at < 0 ? "0" : words[number][at + 1]);
  };
  const names = (number, name) => name.includes(" ") ? turned(number, name) :
    words[number].some((word) => word.startsWith(bare(name) + ".") || (word === bare(name) && numbered(number, name)));
  const fits = (number) => (!kind || kinds[number] === kind) && [...tapped].every((name) => names(number, name));
  const quoted = (line) => "'" + line.replaceAll("'", "'\"'\"'") + "'";

  const option = act.option ? ` ${act.option}` : "";
  const command = (all) =>
    (all.length < 2 ? `lpbe order ${act.where} ${all.map(quoted).join("")}`
      : [`lpbe order ${act.where}`, ...all.map((line) => "  " + quoted(line))].join(" \\\n")) + option;

  function write(text) {
    before.push(field.value);
    field.value = text;
    show();
  }

  function copies(id, source, text) { // without leave to write to the clipboard, the text is selected and copied
    const button = $(id);
    if (!button) return;
    button.dataset.label = button.textContent;
    copying.push(button);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text());
      } catch {
        if (source.select) source.select();
        else getSelection().selectAllChildren(source);
        document.execCommand("copy");
      }
      button.textContent = says.copied;
    });
  }

  function add(order) {
    tapped.clear();
    kind = missed = "";
    write([...given(), order].join("\n"));
  }

  function chip(text, told, pressed, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    if (told) button.append(Object.assign(document.createElement("small"), { textContent: ` ${told}` }));
    if (pressed) button.setAttribute("aria-pressed", "true");
    button.addEventListener("click", act);
    return button;
  }

  const fitting = () => (offers() || []).filter(fits);
  const tappable = (name) => /\d|^[A-Z@]/.test(name) && (offers() || []).some((number) => names(number, name));

  const toggled = (name) => () => {
    missed = "";
    if (!tapped.delete(name)) {
      tapped.add(name);
      if (!fitting().length) {
        tapped.clear();
        tapped.add(name);
        kind = "";
      }
      if (fitting().length === 1) return add(orders[fitting()[0]]);
    }
    show();
  };

  const choose = (name) => () => {
    kind = kind === name ? "" : name;
    show();
  };

  function tap(found) {
    const name = found.find((name) => tapped.has(name)) || found.find(tappable);
    if (name) return toggled(name)();
    missed = found[0] ? says.none.replace("{name}", () => bare(found[0])) : "";
    show();
  }

  function chips(open) {
    const chosen = [...tapped].map((name) => chip(bare(name), "×", true, toggled(name)));
    if (kind) chosen.push(chip(kind, "×", true, choose(kind)));
    if (missed) chosen.push(missed);
    const left = open.filter(fits);
    const shown = new Map(left.map((number) => [kinds[number], 0]));
    if (left.length <= 8 || kind || (tapped.size && shown.size === 1)) {
      const listed = left.slice(0, 40);
      chosen.push(...listed.map((number) => chip(orders[number], "", false, () => add(orders[number]))));
      if (left.length > listed.length) chosen.push(says.more.replace("{count}", left.length - listed.length));
      return chosen;
    }
    left.forEach((number) => shown.set(kinds[number], shown.get(kinds[number]) + 1));
    for (const [name, count] of shown) {
      const only = left.find((number) => kinds[number] === name);
      chosen.push(count > 1 ? chip(name, count, false, choose(name)) : chip(orders[only], "", false, () => add(orders[only])));
    }
    return chosen;
  }

  function show() {
    const open = offers();
    const said = !open ? says.unknown : open.length ? "" : says.done;
    $("offers").replaceChildren(...(said ? [said] : chips(open)));
    field.style.height = "0";
    field.style.height = `${Math.min(field.scrollHeight, 7 * 22) + 2}px`;
    $("undo").disabled = !before.length;
    $("command").textContent = command(lines());
    $("lines").textContent = lines().join("\n");
    $("lines").hidden = field.value === ready;
    for (const button of copying) button.textContent = button.dataset.label;
    for (const button of document.querySelectorAll("button.order")) {
      const number = orders.indexOf(button.textContent);
      button.classList.toggle("off", !open || !open.includes(number) || !fits(number));
    }
    root.style.setProperty("--bar", `${$("act").offsetHeight}px`);
  }

  const title = (at) => [...at.children].find((child) => child.tagName === "title")?.textContent || "";
  const called = (text) => // what a title begins with, and where that lies; a number is a name there, not a value
    (text.match(/^[*[(]*([^\s,;:()!\]]+)/) || []).slice(1).concat(text.match(/@-?\d+,-?\d+/g) || [])
      .map((name) => name.replace(/^(?=\d+$)/, "="));

  function namesAt(target) {
    const found = [], read = target.closest(".options") ? (text) => text.match(/^\S+ \S+ \d+/) || [] : called;
    for (let at = target; at && at.closest && at.tagName !== "svg" && at.tagName !== "SECTION"; at = at.parentNode) found.push(...read(title(at)));
    return found;
  }

  function mark(text) { // names among words become buttons
    const parts = text.data.split(/([^\s,;:()]*[^\s,;:().])/);
    if (!parts.some((part) => mentioned.has(part))) return;
    text.replaceWith(...parts.map((part) => {
      if (!mentioned.has(part)) return part;
      const button = chip(part, "", false, () => tap([part]));
      button.className = "name";
      return button;
    }));
  }

  function markAll(within) {
    const walk = document.createTreeWalker(within, NodeFilter.SHOW_TEXT), texts = [];
    while (walk.nextNode()) texts.push(walk.currentNode);
    texts.filter((text) => text.parentNode.matches("li, th[scope=row], td:not(.number)")).forEach(mark);
  }

  const telling = (word) => /\d|^[A-Z@]/.test(word);
  const alone = (word, all) => !/^\d+$/.test(word) || all.filter(telling).length === 1; // a card is a number; so are turns and counts
  const mentioned = new Set(words.flatMap((all) => all.filter((word) => telling(word) && alone(word, all))).flatMap((word) => [word, word.split(".")[0]]));
  document.querySelectorAll("#choices .orders code").forEach((code) => {
    const button = chip(code.textContent, "", false, () => {
      if (!button.classList.contains("off")) add(code.textContent);
    });
    button.className = "order";
    code.replaceWith(button);
  });
  document.querySelectorAll("#board, #whole, #screen").forEach((section) => {
    markAll(section);
    section.addEventListener("click", (event) => {
      if (event.target.closest("svg")) tap(namesAt(event.target));
    });
  });
  field.addEventListener("beforeinput", () => before.push(field.value));
  field.addEventListener("input", show);
  $("undo").addEventListener("click", () => {
    field.value = before.pop() ?? field.value;
    show();
  });
  $("clear").addEventListener("click", () => write(""));
  $("again").addEventListener("click", () => write(ready));
  copies("copy", field, () => field.value);
  copies("copy-command", $("command"), () => $("command").textContent);
  addEventListener("resize", show);
  $("act").hidden = false;
  field.value = ready;
  show();
})();
