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
  const { orders, kinds, after } = act.clicks;
  const says = $("act").dataset;
  const field = $("answer");
  const ready = act.ready.join("\n");
  const words = orders.map((order) => order.split(/[\s,;]+/).filter(Boolean));
  const tapped = new Set();
  const before = [];
  let kind = "";

  const lines = () => field.value.replace(/(^|\s)#(?!\d).*$/gm, "").split(/[;\n]/).map((line) => line.trim()).filter(Boolean);
  const given = () => (field.value === ready ? [] : lines());
  const offers = () => after[given().map((line) => orders.indexOf(line)).join(" ")];
  const names = (number, name) => words[number].some((word) => word === name || word.startsWith(name + "."));
  const fits = (number) => (!kind || kinds[number] === kind) && [...tapped].every((name) => names(number, name));
  const quoted = (line) => "'" + line.replaceAll("'", "'\"'\"'") + "'";

  const command = (all) =>
    all.length < 2 ? `lpbe order ${act.where} ${all.map(quoted).join("")}`
      : [`lpbe order ${act.where}`, ...all.map((line) => "  " + quoted(line))].join(" \\\n");

  function write(text) {
    before.push(field.value);
    field.value = text;
    show();
  }

  function add(order) {
    tapped.clear();
    kind = "";
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

  const toggled = (name) => () => {
    if (!tapped.delete(name)) tapped.add(name);
    show();
  };

  const choose = (name) => () => {
    kind = kind === name ? "" : name;
    show();
  };

  function chips(open) {
    const chosen = [...tapped].map((name) => chip(name, "×", true, toggled(name)));
    if (kind) chosen.push(chip(kind, "×", true, choose(kind)));
    const fitting = open.filter(fits);
    const shown = new Map(fitting.map((number) => [kinds[number], 0]));
    if (fitting.length <= 8 || kind || (tapped.size && shown.size === 1)) {
      const listed = fitting.slice(0, 40);
      chosen.push(...listed.map((number) => chip(orders[number], "", false, () => add(orders[number]))));
      if (fitting.length > listed.length) chosen.push(says.more.replace("{count}", fitting.length - listed.length));
      return chosen;
    }
    fitting.forEach((number) => shown.set(kinds[number], shown.get(kinds[number]) + 1));
    for (const [name, count] of shown) {
      const only = fitting.find((number) => kinds[number] === name);
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
    $("copy").textContent = $("copy").dataset.label;
    if ($("mailto")) $("mailto").href = `mailto:${encodeURIComponent(act.to).replace("%40", "@")}?subject=${encodeURIComponent(act.subject)}&body=${encodeURIComponent(lines().join("\r\n"))}`;
    for (const button of document.querySelectorAll("button.order")) {
      const number = orders.indexOf(button.textContent);
      button.classList.toggle("off", !open || !open.includes(number) || !fits(number));
    }
    root.style.setProperty("--bar", `${$("act").offsetHeight}px`);
  }

  function nameAt(target) {
    const known = (text) => (text || "").split(/[\s,;:*()]+|, /).concat((text || "").match(/@-?\d+,-?\d+/g) || [])
      .find((name) => /\d|^[A-Z@]/.test(name) && words.some((_, number) => names(number, name)));
    for (let at = target; at && at.closest; at = at.parentNode) {
      if (at.tagName === "svg" || at.tagName === "SECTION") return "";
      const title = [...(at.children || [])].find((child) => child.tagName === "title");
      const name = known(at.dataset && at.dataset.name) || (at.children.length ? "" : known(at.textContent)) || known(title && title.textContent);
      if (name) return name;
    }
    return "";
  }

  document.querySelectorAll("#choices .orders code").forEach((code) => {
    const button = chip(code.textContent, "", false, () => {
      if (!button.classList.contains("off")) add(code.textContent);
    });
    button.className = "order";
    code.replaceWith(button);
  });
  document.querySelectorAll("#board, #whole, #screen").forEach((section) =>
    section.addEventListener("click", (event) => {
      const name = nameAt(event.target);
      if (name) toggled(name)();
    }));
  field.addEventListener("beforeinput", () => before.push(field.value));
  field.addEventListener("input", show);
  $("undo").addEventListener("click", () => {
    field.value = before.pop() ?? field.value;
    show();
  });
  $("clear").addEventListener("click", () => write(""));
  $("again").addEventListener("click", () => write(ready));
  $("copy").dataset.label = $("copy").textContent;
  $("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    $("copy").textContent = says.copied;
  });
  addEventListener("resize", show);
  $("act").hidden = false;
  field.value = ready;
  show();
})();
