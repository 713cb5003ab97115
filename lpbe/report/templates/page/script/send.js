// Sending: one interface for every way to send. A transport is a function of a letter, {game, seat, window, orders},
// and of a function that reports a state; it returns the last state, {state, text}, or a promise of it:
//   "sending"  it is on its way
//   "sent"     whoever runs the game has accepted it
//   "refused"  it was refused; the orders are kept
//   "handed"   it was handed over to another program, and the reader still has to do something there
// Programs that show the page plug in their own: window.lpbe.transport = async (letter, report) => ({state, text}).

const FRAME_PATIENCE_MS = 15000;

function shellQuote(line) {
  const quote = "'";
  return quote + line.replaceAll(quote, `'"'"'`) + quote;
}

/** Return the command that sends orders, one argument each; the page holds it with the suggested ones. */
function orderCommand(sending, orders, ready) {
  const [first = "lpbe order GAME"] = sending.command ?? [];
  const start = first.endsWith(" \\") ? first.slice(0, -2) : first.slice(0, first.length - (ready.length ? shellQuote(ready[0]).length + 1 : 0));
  const option = sending.option ? ` ${sending.option}` : "";
  const all = orders.map(shellQuote);
  return (all.length < 2 ? [start, ...all].join(" ") : [start, ...all.map((one) => `  ${one}`)].join(" \\\n")) + option;
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.body.appendChild(element("textarea", { class: "copied" }));
    area.value = text;
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

function mailAddress(sending, orders) {
  const text = encodeURIComponent(orders.join("\r\n"));
  if (sending.mailto.includes("%7Borders%7D")) return sending.mailto.replace("%7Borders%7D", () => text);
  return `${sending.mailto}${sending.mailto.includes("?") ? "&" : "?"}body=${text}`;
}

function createSender(data, currentOrders) {
  const sending = data.send ?? { mode: "copy" };

  const transports = {
    async command(letter) {
      await copyText(orderCommand(sending, letter.orders, data.ready ?? []));
      return { state: "handed", text: label("handed.command") };
    },
    async copy(letter) {
      await copyText(letter.orders.join("\n"));
      return { state: "handed", text: label("handed.copy") };
    },
    mailto(letter) {
      location.href = mailAddress(sending, letter.orders);
      return { state: "handed", text: label("handed.mail") };
    },
    /** Post the letter to the page that shows this one in a frame; it posts the states back. */
    frame(letter, report) {
      return new Promise((resolve) => {
        const giveUp = setTimeout(() => finish({ state: "refused", text: label("no.answer") }), FRAME_PATIENCE_MS);
        const finish = (state) => {
          clearTimeout(giveUp);
          removeEventListener("message", listen);
          resolve(state);
        };
        const listen = ({ source, data: message }) => {
          if (source !== parent || message?.type !== "lpbe-state") return;
          if (message.state === "sending") {
            clearTimeout(giveUp); // it is there, and may have to ask the reader something
            report({ state: "sending", text: String(message.text ?? "") });
          } else finish({ state: message.state, text: String(message.text ?? "") });
        };
        addEventListener("message", listen);
        parent.postMessage({ type: "lpbe-orders", ...letter }, "*");
      });
    },
  };

  const chosen = () => window.lpbe?.transport ?? (parent !== window ? transports.frame : transports[sending.mode] ?? transports.copy);
  const letter = () => ({ game: data.game, seat: data.seat, window: data.window, orders: currentOrders() });

  return {
    letter,
    /** Return what the button does: "send" where the page can, else "mail" or "copy". */
    way: () => (window.lpbe?.transport || parent !== window ? "send" : sending.mode === "mailto" ? "mail" : "copy"),
    ways: ["copy", ...(sending.mode === "mailto" ? ["mailto"] : ["command"])],
    /** Send the letter by the usual way, or by another one. */
    async send(report, way) {
      report({ state: "sending", text: "" });
      const transport = way ? transports[way] : chosen();
      const last = await transport(letter(), report);
      report(["sent", "refused", "handed"].includes(last?.state) ? last : { state: "refused", text: label("no.answer") });
    },
  };
}
