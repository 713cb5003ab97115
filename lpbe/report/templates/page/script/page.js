// The page as a whole: the parts are made, and every tap finds its way to them.

const data = readPageData();
const stage = find(".stage");
const svg = find(".stage svg.board");
const board = createBoard(svg);
const noCamera = { frame() {}, goHome() {}, zoom() {}, pixels: (count) => count };
const camera = svg ? createCamera(svg, stage, tapBoard) : noCamera;
const news = createNews({ board, camera, data });
const composer = find("#cards") ? createComposer({ data, board, camera }) : null;
createTabs();
createClock();

/** Put the tools into the corner where they cover the fewest hexes of the whole map. */
function placeTools() {
  const tools = find(".tools");
  const hexes = board.all().filter(({ kind }) => kind === "hex" || kind === "cell").map(({ node }) => node.getBoundingClientRect());
  const covered = (corner) => {
    tools.dataset.corner = corner;
    const { left, top, bottom } = tools.getBoundingClientRect();
    return hexes.filter((box) => box.right > left && box.bottom > top && box.top < bottom).length;
  };
  const above = covered("top");
  tools.dataset.corner = above && covered("bottom") < above ? "bottom" : "top";
}

/** A tap on the board is for the order that is being composed, if it can be; else it says what is there. */
function tapBoard(point) {
  if (composer?.tapBoard(point)) return;
  showTip(thingAt(board, point));
}

function showTip(name) {
  const tip = find(".tip");
  const place = name && board.find(name);
  const title = place && find("title", place.node)?.textContent;
  tip.classList.toggle("on", Boolean(title));
  tip.replaceChildren(...(title ? [element("b", {}, name.replace(/^@.*/, "")), element("span", {}, title)] : []));
}

/** Show or hide the report in words; what is behind it cannot be reached meanwhile. */
function showWords(open) {
  const words = find("#words");
  words.classList.toggle("open", open);
  words.inert = !open;
  app.inert = open;
  find(open ? "#words-close" : "#menu-button").focus();
}

function toggleMenu(open) {
  if (open) app.dataset.menu = "open";
  else delete app.dataset.menu;
  find("#menu-button").setAttribute("aria-expanded", String(open));
}

function leave() {
  if (find("#words").matches(".open")) showWords(false);
  else if (app.dataset.menu) toggleMenu(false);
  else composer?.leave();
}

const actions = {
  leave,
  whole: () => camera.goHome(),
  closer: () => camera.zoom(0.7),
  farther: () => camera.zoom(1.4),
  theme: toggleTheme,
  play: () => news.play(),
  menu: () => toggleMenu(!app.dataset.menu),
  words: () => showWords(true),
  "words-close": () => showWords(false),
  end: () => find(".end")?.classList.add("open"),
  "end-close": () => find(".end")?.classList.remove("open"),
  threats(button) {
    const shown = !stage.classList.toggle("without-threats");
    button.setAttribute("aria-pressed", String(shown));
  },
  ...composer?.actions,
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!event.target.closest(".menu, #menu-button")) toggleMenu(false);
  if (!button) return;
  const action = button.dataset.do;
  if (!action) return void composer?.tapButton(button);
  actions[action]?.(button);
  if (button.closest(".menu") && action !== "menu") toggleMenu(false);
});

listenToKeys({ act: { leave, undo: () => composer?.undo(), takeTarget: (key) => composer?.takeTarget(key) }, camera, board });
find("#words").inert = true;

if (svg) new ResizeObserver(placeTools).observe(stage);
// The board takes the room above the dashboard, whose height depends on the game.
const dash = find(".dash");
new ResizeObserver(() => app.style.setProperty("--dash", `${dash.offsetHeight}px`)).observe(dash);
