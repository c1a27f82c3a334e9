"use strict";
const root = document.documentElement;
const base = document.body.dataset.base;

document.getElementById("site-theme").addEventListener("click", () => {
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});

const input = document.getElementById("site-search");
const results = document.getElementById("site-results");

function found(words) {
  return HEADINGS.filter(([page, heading]) => {
    const text = `${page} ${heading}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }).slice(0, 12);
}

function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length ? found(words) : [];
  results.replaceChildren(
    ...hits.map(([page, heading, address]) => {
      const link = document.createElement("a");
      link.href = base + address;
      link.textContent = heading ? `${page}: ${heading}` : page;
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  results.hidden = hits.length === 0;
}

input.addEventListener("input", show);
input.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    input.value = "";
    show();
  }
});
input.form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
});
