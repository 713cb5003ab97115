// How long there is to answer, in the words of the reader, while the page is open.

const MINUTE_MS = 60000;

function createClock() {
  const shown = find("#due[data-due]");
  if (!shown) return;
  const due = Date.parse(shown.dataset.due);

  function tick() {
    const minutes = Math.floor((due - Date.now()) / MINUTE_MS);
    const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
    const key = minutes < 0 ? "due.late" : days ? "due.days" : hours ? "due.hours" : "due.minutes";
    shown.textContent = label(key, { days, hours, minutes: minutes % 60 });
    shown.classList.toggle("late", minutes < 0);
  }

  tick();
  setInterval(tick, MINUTE_MS);
}
