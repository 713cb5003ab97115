// Light or dark: as the system has it, until the button says otherwise.

function toggleTheme() {
  const root = document.documentElement;
  const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
}
