// The news as a timeline that points at the board: an entry lights the places it is about, and can be played.

const NEWS_PAUSE_MS = 1700;

function createNews({ board, camera, data }) {
  const entries = findAll(".timeline [data-entry]");
  const slider = find("#news-slider");
  const output = find("#news-place");
  const tip = find(".tip");
  let timer = 0;
  let current = -1;

  function light(names) {
    if (!board.svg) return;
    const places = names.map(board.find).filter(Boolean);
    board.layer("news").replaceChildren(...places.map((place) => board.outline(place, { class: "spotlight" })));
    if (places.length) camera.frame(places);
    else camera.goHome();
  }

  function go(nth) {
    current = nth >= entries.length ? -1 : nth;
    const entry = entries[current];
    for (const each of entries) each.toggleAttribute("data-current", each === entry);
    for (const each of entries) each.setAttribute("aria-current", String(each === entry));
    light(entry ? (data.news?.[current]?.at ?? []) : []);
    if (slider) slider.value = entry ? current : entries.length;
    if (output) output.textContent = entry ? label("news.place", { nth: current + 1, count: entries.length }) : label("news.now");
    tip?.replaceChildren(...(entry ? [...entry.cloneNode(true).childNodes].filter((node) => !node.classList?.contains("dot")) : []));
    tip?.classList.toggle("on", Boolean(entry));
    if (entry) entry.scrollIntoView({ block: "nearest" });
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    app.dataset.view = "";
  }

  function play() {
    if (timer) return stop();
    app.dataset.view = "replay";
    go(current < 0 || current >= entries.length - 1 ? 0 : current + 1);
    timer = setInterval(() => {
      if (current < 0 || current >= entries.length - 1) {
        stop();
        go(-1);
      } else go(current + 1);
    }, NEWS_PAUSE_MS);
    return timer;
  }

  slider?.addEventListener("input", () => {
    stop();
    go(Number(slider.value));
  });
  for (const [nth, entry] of entries.entries()) entry.addEventListener("click", () => (stop(), go(nth === current ? -1 : nth)));
  return { go, play, count: entries.length };
}
