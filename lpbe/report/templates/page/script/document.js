// A page of words only has one button.

document.querySelector("[data-do=theme]")?.addEventListener("click", toggleTheme);
