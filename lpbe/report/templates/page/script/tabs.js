// Tabs of a narrow page: one panel at a time below the board.

function createTabs() {
  const tabs = findAll(".tabs [data-tab]");

  function open(name) {
    app.dataset.tab = name;
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
    find(".sheet").scrollTop = 0;
    if (name === "news") find(".tabs [data-tab=news] em")?.remove();
  }

  for (const tab of tabs) tab.addEventListener("click", () => open(tab.dataset.tab));
  return { open };
}
