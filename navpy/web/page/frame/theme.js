"use strict";
/** Light or dark, as the system has it until the button is pressed. changed() is called after each change, not for the first choice. */
function makeTheme(changed) {
  const { dataset } = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
  const set = theme => { dataset.theme = theme; colors.forget(); };
  const change = theme => { set(theme); changed(); };
  dark.onchange = () => change(dark.matches ? "dark" : "light");
  document.getElementById("theme").onclick = () => change(dataset.theme === "dark" ? "light" : "dark");
  set(dark.matches ? "dark" : "light");
}
