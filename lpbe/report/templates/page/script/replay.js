// The replay: every step has its news and its board, and a slider, buttons, keys and links lead from step to step.

const get = (id) => document.getElementById(id);
const all = (what, within = document) => [...within.querySelectorAll(what)];
const make = (id) => Object.assign(document.createElement("div"), { id });
const main = document.querySelector("main"), bar = get("bar"), slider = get("slider"), play = get("play"), speed = get("speed");
const steps = all(".step"), marks = all(".ticks button"), last = steps.length - 1;
const names = steps.map((step) => step.id);
const at = (id) => names.indexOf(id);
const opening = Math.max(at("step-" + main.dataset.first), 0);
const boards = Object.fromEntries(all("figure.board").map((board) => [board.id, board]));
const pieces = Object.fromEntries(all("section").map((piece) => [piece.id, piece]));
const followed = all("[data-changes]").map((shown) => ({
  shown, changes: shown.dataset.changes.split(" ").filter(Boolean).map((change) => change.split(":").map(Number)),
}));
const scenes = all(".scenes p").map((scene) => ({
  button: scene.querySelector("button"), steps: all("a", scene).map((link) => at(link.hash.slice(1))),
}));
const stage = make("stage"), story = make("story"), rest = make("rest");
let now = opening, timer = 0;

const several = (n) => steps[n].querySelector(".told ~ .told");
const told = (n) => { // the step, and before it those of its paragraph
  const out = [steps[n]];
  for (let k = n; k > 0 && "joins" in steps[k].dataset && (k === n || !several(k)); k--) out.push(steps[k - 1]);
  out.forEach((step, k) => step.classList.toggle("was", k > 0));
  return out;
};
const show = (n) => {
  now = n = Math.min(Math.max(n, 0), last);
  const { board, pieces: beside, turn } = steps[n].dataset;
  stage.replaceChildren(...[boards["board-" + board]].filter(Boolean));
  story.replaceChildren(...told(n));
  rest.replaceChildren(...beside.split(" ").filter(Boolean).map((number) => pieces["piece-" + number]));
  const place = steps[n].querySelector("h2").textContent;
  get("place").textContent = place;
  slider.value = n;
  slider.setAttribute("aria-valuetext", place);
  main.style.setProperty("--now", n / Math.max(last, 1));
  get("first").disabled = get("previous").disabled = n === 0;
  get("last").disabled = get("next").disabled = n === last;
  for (const mark of marks) {
    if (mark.dataset.turn === turn) mark.setAttribute("aria-current", "step");
    else mark.removeAttribute("aria-current");
  }
  for (const { shown, changes } of followed) shown.textContent = changes.findLast(([from]) => from <= n)?.[1] ?? "";
  for (const { button, steps } of scenes) {
    button.textContent = `${button.dataset.name} ${steps.filter((step) => step <= n).length}/${steps.length}`;
  }
  if (n === last) stop();
};
const remember = () => {
  try {
    history.replaceState(null, "", "#" + names[now]);
  } catch { // a sandboxed frame has no history of its own
  }
};
const go = (n) => { show(n); remember(); };
const goTurn = (way) => {
  const wanted = marks.map((mark) => at("step-" + mark.dataset.step));
  go(way > 0 ? wanted.find((n) => n > now) ?? last : wanted.findLast((n) => n < now) ?? 0);
};
const stop = () => {
  clearInterval(timer);
  timer = 0;
  play.textContent = play.dataset.play;
};
const run = () => { timer = setInterval(() => go(now + 1), Number(speed.value)); };
const start = () => {
  if (now === last) go(opening);
  run();
  play.textContent = play.dataset.pause;
};
const halt = (way) => () => { stop(); way(); };
const ways = {
  ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(last),
  PageUp: () => goTurn(-1), PageDown: () => goTurn(1),
};

get("first").addEventListener("click", halt(ways.Home));
get("previous").addEventListener("click", halt(ways.ArrowLeft));
get("next").addEventListener("click", halt(ways.ArrowRight));
get("last").addEventListener("click", halt(ways.End));
play.addEventListener("click", () => (timer ? stop() : start()));
speed.addEventListener("change", () => { if (timer) { clearInterval(timer); run(); } });
slider.addEventListener("input", halt(() => go(Number(slider.value))));
for (const mark of marks) mark.addEventListener("click", halt(() => go(at("step-" + mark.dataset.step))));
for (const { button, steps } of scenes) {
  button.addEventListener("click", halt(() => go(steps.find((step) => step > now) ?? steps[0])));
}
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in ways)) return;
  if (event.target === speed || (event.target === slider && !event.key.startsWith("Page"))) return;
  event.preventDefault();
  halt(ways[event.key])();
});
const linked = () => at(location.hash.slice(1).replace("=", "-")); // #step-57 and #step=57
addEventListener("hashchange", () => linked() >= 0 && show(linked()));
get("theme").addEventListener("click", toggleTheme);

steps.forEach((step) => step.removeAttribute("id")); // the browser would scroll to it
[...steps, ...Object.values(boards), ...Object.values(pieces)].forEach((part) => part.remove());
main.append(stage, story, rest);
main.classList.add("live");
if (!Object.keys(boards).length) main.classList.add("plain");
all("[hidden]", bar).forEach((part) => (part.hidden = false));
new ResizeObserver(() => main.style.setProperty("--bar", bar.offsetHeight + "px")).observe(bar);
show(linked() >= 0 ? linked() : opening);
