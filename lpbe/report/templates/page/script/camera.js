// The camera over the board: only the view box moves. Drag, wheel, pinch and keys; frames what can be chosen.

const CAMERA_EASE_MS = 260;
const TAP_TOLERANCE_PX = 6;
const MAX_ZOOM = 9;
const MAX_HOME_SCALE = 1.3;


function createCamera(svg, stage, onTap) {
  const [left, top, width, height] = svg.getAttribute("viewBox").split(/[\s,]+/).map(Number);
  const whole = { x: left, y: top, w: width, h: height };
  const levels = ["tiny", "wee", "far", "mid", "near"].map((level) => [level, Number(svg.dataset[level]) || 0]);
  const far = Number(svg.dataset.far) || 0;
  const radius = boardRadius(svg);
  const pointers = new Map();
  let box = null;
  let travelled = 0;
  let spread = 0;
  let moving = 0;

  const scale = () => stage.clientWidth / box.w;

  function set(next) {
    box = next;
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    svg.style.setProperty("--k", 1 / scale());
    const level = levels.find(([, end]) => scale() < end)?.[0] ?? "close";
    for (const each of ["tiny", "wee", "far", "mid", "close"]) svg.classList.toggle(each, each === level);
  }

  /** Return the box widened to the shape of the stage. */
  function fitted({ x, y, w, h }) {
    const aspect = stage.clientWidth / Math.max(stage.clientHeight, 1);
    if (w / h < aspect) return { x: x - (h * aspect - w) / 2, y, w: h * aspect, h };
    return { x, y: y - (w / aspect - h) / 2, w, h: w / aspect };
  }

  /** Return the box of the whole map; of a small one no larger than it is still a map. */
  function home() {
    const all = fitted(whole);
    const least = radius === HEX_RADIUS ? stage.clientWidth / MAX_HOME_SCALE : 0;
    if (all.w >= least) return all;
    return fitted({ x: all.x - (least - all.w) / 2, y: all.y, w: least, h: all.h });
  }

  function go(target) {
    cancelAnimationFrame(moving);
    if (reducedMotion.matches || !box) return set(target);
    const from = box;
    const began = performance.now();
    const step = (now) => {
      const share = Math.min(1, (now - began) / CAMERA_EASE_MS);
      const eased = 1 - (1 - share) ** 3;
      const between = (side) => from[side] + (target[side] - from[side]) * eased;
      set({ x: between("x"), y: between("y"), w: between("w"), h: between("h") });
      if (share < 1) moving = requestAnimationFrame(step);
    };
    moving = requestAnimationFrame(step);
  }

  /** Show these places, but only where the whole map is too small to be read. */
  function frame(places) {
    const all = home();
    if (!places.length || !far || stage.clientWidth / all.w >= far) return go(all);
    const pad = radius * 1.4;
    const xs = places.map((place) => place.x);
    const ys = places.map((place) => place.y);
    const wanted = { x: Math.min(...xs) - pad, y: Math.min(...ys) - pad };
    wanted.w = Math.max(...xs) + pad - wanted.x;
    wanted.h = Math.max(...ys) + pad - wanted.y;
    const least = stage.clientWidth / far;
    if (wanted.w < least) {
      wanted.x -= (least - wanted.w) / 2;
      wanted.w = least;
    }
    const near = fitted(wanted);
    if (near.w >= all.w * 0.92) return go(all);
    const margin = radius / 4;
    const clamp = (value, low, high) => (low > high ? (low + high) / 2 : Math.max(low, Math.min(value, high)));
    near.x = clamp(near.x, whole.x - margin, whole.x + whole.w + margin - near.w);
    near.y = clamp(near.y, whole.y - margin, whole.y + whole.h + margin - near.h);
    return go(near);
  }

  function zoom(factor, x = box.x + box.w / 2, y = box.y + box.h / 2) {
    const all = home();
    const w = Math.max(all.w / MAX_ZOOM, Math.min(all.w * 1.25, box.w * factor));
    const ratio = w / box.w;
    set({ x: x - (x - box.x) * ratio, y: y - (y - box.y) * ratio, w, h: box.h * ratio });
  }

  function pointAt(clientX, clientY) {
    const frame = svg.getBoundingClientRect();
    return [box.x + ((clientX - frame.left) / frame.width) * box.w, box.y + ((clientY - frame.top) / frame.height) * box.h];
  }

  function drag(event, last) {
    const perPixel = box.w / stage.clientWidth;
    const across = event.clientX - last[0];
    const down = event.clientY - last[1];
    travelled += Math.abs(across) + Math.abs(down);
    if (travelled <= TAP_TOLERANCE_PX) return;
    svg.classList.add("dragged");
    set({ ...box, x: box.x - across * perPixel, y: box.y - down * perPixel });
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  function pinch(event) {
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    const [one, other] = [...pointers.values()];
    const distance = Math.hypot(one[0] - other[0], one[1] - other[1]);
    travelled = Infinity;
    if (spread) zoom(spread / distance, ...pointAt((one[0] + other[0]) / 2, (one[1] + other[1]) / 2));
    spread = distance;
  }

  svg.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    travelled = 0;
    spread = 0;
  });
  addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    if (pointers.size === 1) drag(event, last);
    else pinch(event);
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    svg.classList.remove("dragged");
    if (event.type === "pointerup" && travelled <= TAP_TOLERANCE_PX) onTap(pointAt(event.clientX, event.clientY), event);
  };
  addEventListener("pointerup", release);
  addEventListener("pointercancel", release);
  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...pointAt(event.clientX, event.clientY));
    },
    { passive: false },
  );
  new ResizeObserver(() => set(home())).observe(stage);
  set(home());
  return { go, home, frame, zoom, pixels: (count) => (count * box.w) / stage.clientWidth, goHome: () => go(home()) };
}
