"use strict";
// Everything here is an addition: the page is complete without it.
for (const table of document.querySelectorAll("table.data")) {
  table.querySelectorAll("thead th").forEach((th, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = th.textContent;
    button.title = "sort";
    th.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = th.getAttribute("aria-sort") === "ascending";
      table.querySelectorAll("th[aria-sort]").forEach(t => t.removeAttribute("aria-sort"));
      th.setAttribute("aria-sort", down ? "descending" : "ascending");
      for (const body of table.tBodies) sortRows(body, column, down ? -1 : 1);
    });
  });
}

// sortRows sorts the rows of one section; missing values stay last.
function sortRows(body, column, direction) {
  const rows = [...body.rows].filter(r => !r.classList.contains("group"));
  const number = new Map(rows.map(r => [r, r.cells[column].dataset.v]));
  const numeric = rows.some(r => number.get(r) !== undefined);
  rows.sort((a, b) => {
    if (!numeric) return direction * a.cells[column].textContent.localeCompare(b.cells[column].textContent, undefined, { numeric: true });
    const x = number.get(a), y = number.get(b);
    if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
    const infinite = v => (v === "inf" ? Infinity : Number(v));
    return direction * (infinite(x) - infinite(y) || 0);
  });
  body.append(...rows);
}

const pairs = document.querySelector(".pairs");
if (pairs && pairs.children.length > 5) {
  const filter = document.createElement("input");
  filter.type = "search";
  filter.className = "filter";
  filter.placeholder = "Filter pairs by name";
  filter.setAttribute("aria-label", filter.placeholder);
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const p of pairs.children) p.hidden = !words.every(w => p.dataset.name.toLowerCase().includes(w));
  });
  pairs.before(filter);
}

// A link to a pair opens it.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target && target.closest("details");
  if (details) {
    details.open = true;
    details.scrollIntoView();
  }
}
window.addEventListener("hashchange", openTarget);
openTarget();

if (navigator.clipboard) {
  for (const pre of document.querySelectorAll("pre.shell")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "copy";
    button.addEventListener("click", () => navigator.clipboard.writeText(pre.querySelector("code").textContent));
    pre.append(button);
  }
}
