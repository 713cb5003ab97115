// Keys: Escape leaves a step, Ctrl+Z takes an order back, R turns a hex, + and - zoom, Enter takes a target.

function listenToKeys({ act, camera, board }) {
  const writing = (event) => event.target.matches?.("input, textarea, select");

  board.svg?.addEventListener("keydown", (event) => {
    const choice = event.target.closest(".choice");
    if (!choice || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    act.takeTarget(choice.dataset.value);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return act.leave();
    if (writing(event)) return undefined;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      return act.undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (event.key.toLowerCase() === "r") find("[data-rotates]")?.dispatchEvent(new Event("rotate"));
    if (event.key === "+") camera?.zoom(0.7);
    if (event.key === "-") camera?.zoom(1.4);
    if (event.key === "0") camera?.goHome();
    return undefined;
  });
}
