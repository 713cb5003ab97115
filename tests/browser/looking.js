// What a reader's eyes would tell of a page: which letters are small, faint or cut, and what the first screen shows.
(() => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const told = (text) => text.trim().replace(/\s+/g, " ").slice(0, 60);
  const scale = (element) => {
    const ctm = element.getScreenCTM();
    return Math.hypot(ctm.a, ctm.b);
  };
  const boards = () => [...document.querySelectorAll("svg")].filter((svg) => seen(svg) && svg.getBoundingClientRect().width);

  function* texts(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (node.data.trim() && !parent.closest("script, style, svg, option") && seen(parent)) yield node;
    }
  }

  const boxes = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((box) => box.width && box.height);
  };

  // Letters with fewer than `least` pixels, those of drawings as they are scaled.
  function small(least) {
    const found = [...texts(document.body)].filter((node) => !node.parentElement.closest(".reader"))
      .map((node) => [parseFloat(getComputedStyle(node.parentElement).fontSize), node.data]);
    for (const svg of boards()) {
      for (const text of svg.querySelectorAll("text")) {
        if (getComputedStyle(text).visibility === "hidden") continue;
        found.push([parseFloat(getComputedStyle(text).fontSize) * scale(text.closest("defs") ? svg : text), text.textContent]);
      }
    }
    return found.filter(([size]) => size < least - 0.01).map(([size, text]) => `${size.toFixed(1)} ${told(text)}`);
  }

  const clips = (style) => style.overflowX !== "visible" || style.overflowY !== "visible";

  // Whether text is cut by a box that lets nothing out; boxes that scroll sideways, or end in dots, let it be seen.
  function within(node, box) {
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (!clips(style) || style.display === "contents") continue;
      if (style.overflowX === "auto" || style.textOverflow === "ellipsis") return "scrolled";
      const rim = at.getBoundingClientRect();
      if (box.right > rim.right + 1 || box.left < rim.left - 1) return "cut";
    }
    return "";
  }

  // Text that leaves the page, or what it stands in where that lets nothing out; boxes that scroll let everything be seen.
  function cut() {
    const found = [], wide = document.documentElement.clientWidth;
    for (const node of texts(document.body)) {
      for (const box of boxes(node)) {
        if (box.right < -1000 || node.parentElement.closest(".reader")) continue; // for those who listen
        const where = within(node, box);
        if (where === "scrolled") continue;
        if (box.left < -1 || box.right > wide + 1) found.push(`beside the page: ${told(node.data)}`);
        if (where === "cut") found.push(`in a box: ${told(node.data)}`);
      }
    }
    for (const svg of boards()) {
      const rim = svg.getBoundingClientRect();
      for (const text of svg.querySelectorAll("text")) {
        const box = text.getBoundingClientRect();
        if (svg.matches(".stage > svg") || getComputedStyle(text).visibility === "hidden") continue; // a camera may look at a part
        if (box.width && (box.left < rim.left - 1 || box.right > rim.right + 1 || box.top < rim.top - 1 || box.bottom > rim.bottom + 1)) {
          found.push(`on a board: ${told(text.textContent)}`);
        }
      }
      if (rim.right > wide + 1) found.push(`a board beside the page`);
    }
    for (const control of document.querySelectorAll("button, textarea, summary")) {
      const higher = control.tagName === "TEXTAREA" ? control.scrollHeight - control.clientHeight : 0;
      if (seen(control) && (control.scrollWidth > control.clientWidth + 1 || higher > 1)) found.push(`in a control: ${told(control.value || control.textContent)}`);
    }
    return found;
  }

  // Words of tables that go over two lines.
  function broken() {
    const found = [], range = document.createRange();
    for (const node of texts(document.body)) {
      if (!node.parentElement.closest("td, th")) continue;
      for (const word of node.data.matchAll(/\p{L}+/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
      }
    }
    return found;
  }

  // Controls that a finger would miss: less than `least` pixels wide or high.
  function narrow(least) {
    return [...document.querySelectorAll("button, a, input, select, textarea, summary")].filter(seen).map((control) => {
      const { width, height } = control.getBoundingClientRect();
      const after = getComputedStyle(control, "::after");
      const more = after.content !== "none" && after.position === "absolute" ? -2 * Math.min(0, parseFloat(after.top) || 0) : 0;
      return [width, height + more, control];
    }).filter(([width, height]) => width && (width < least - 0.5 || height < least - 0.5))
      .map(([width, height, control]) => `${Math.round(width)} x ${Math.round(height)} ${told(control.textContent || control.ariaLabel || control.tagName)}`);
  }

  const parsed = (colour) => {
    const parts = colour.match(/[\d.]+/g).map(Number);
    return parts.length < 4 ? [...parts, 1] : parts;
  };
  const over = (top, under) => [0, 1, 2].map((n) => top[n] * top[3] + under[n] * (1 - top[3])).concat(1);
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };

  // The shapes of a drawing in the order they are painted, those drawn by reference too, each with its place and paint.
  function* painted(svg, element = svg, matrix = null, shade = 1) {
    for (const child of element.children) {
      if (["defs", "title", "desc", "style", "pattern"].includes(child.tagName)) continue;
      const own = child.transform?.baseVal.consolidate()?.matrix;
      let at = matrix || svg.createSVGMatrix();
      if (own) at = at.multiply(own);
      const faint = shade * parseFloat(getComputedStyle(child).opacity);
      if (child.tagName === "use") {
        const target = document.querySelector(child.getAttribute("href"));
        const shifted = at.translate(child.x.baseVal.value, child.y.baseVal.value);
        yield* painted(svg, { children: [target] }, shifted, faint);
      } else if (child.tagName === "text" ? getComputedStyle(child).visibility === "visible" : child.isPointInFill) yield [child, at, faint];
      if (child.tagName !== "text") yield* painted(svg, child, at, faint);
    }
  }

  const fill = (element, shade) => {
    const style = getComputedStyle(element);
    const url = style.fill.match(/url\("?#([\w.-]+)"?\)/);
    if (style.fill === "none") return null;
    const paint = url ? getComputedStyle(document.getElementById(url[1]).firstElementChild).fill : style.fill;
    const colour = parsed(paint);
    return [...colour.slice(0, 3), colour[3] * parseFloat(style.fillOpacity) * shade];
  };

  // Letters of drawings that stand out too little from what is painted below them.
  function faint() {
    const found = new Set(), paper = parsed(getComputedStyle(document.body).backgroundColor);
    for (const svg of boards()) {
      const shapes = [];
      for (const [element, at, shade] of painted(svg)) {
        if (element.tagName !== "text") {
          const box = element.getBBox();
          shapes.push([element, at.inverse(), fill(element, shade), box]);
          continue;
        }
        const size = parseFloat(getComputedStyle(element).fontSize) * scale(svg), bold = getComputedStyle(element).fontWeight >= 700;
        const middle = svg.createSVGPoint(), ink = fill(element, shade);
        const anchor = getComputedStyle(element).textAnchor;
        const long = element.getNumberOfChars() ? element.getComputedTextLength() : 0;
        const start = parseFloat(element.getAttribute("x") || 0) - (anchor === "middle" ? long / 2 : 0);
        for (const part of [0.2, 0.5, 0.8]) {
          middle.x = start + long * part;
          middle.y = parseFloat(element.getAttribute("y") || 0) - parseFloat(getComputedStyle(element).fontSize) * 0.35;
          const point = middle.matrixTransform(at);
          let ground = paper;
          for (const [shape, back, colour, box] of shapes) {
            const local = point.matrixTransform(back);
            if (!colour || local.x < box.x || local.x > box.x + box.width || local.y < box.y || local.y > box.y + box.height) continue;
            if (shape.isPointInFill(local)) ground = over(colour, ground);
          }
          const got = contrast(over(ink, ground), ground);
          if (got < (size >= 24 || (bold && size >= 18.66) ? 3 : 4.5)) found.add(`${got.toFixed(1)} ${told(element.textContent)} ${ink.slice(0, 3)} on ${ground.slice(0, 3).map(Math.round)}`);
        }
      }
    }
    return [...found];
  }

  window.looking = { small, cut, broken, narrow, faint };
})();
