"use strict";
// Tables are sorted by a click on a heading. The page says the same without.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  if (body.rows.length < 2) continue;
  heads.forEach((head, column) => {
    if (head.textContent.trim() === "") return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const text = (row) => row.cells[column].textContent.trim();
      // "−1.5 ± 0.2", "≤ 0.04", "1,200": what is no number stands last.
      const number = (row) => parseFloat(text(row).replace(/^[^\d−+.-]+/, "").replace("−", "-").replaceAll(",", ""));
      const by = head.classList.contains("number")
        ? (one, other) => {
            const [a, b] = [number(one), number(other)];
            return isNaN(a) || isNaN(b) ? isNaN(a) - isNaN(b) : down ? b - a : a - b;
          }
        : (one, other) => (down ? -1 : 1) * text(one).localeCompare(text(other), "en", { numeric: true });
      body.append(...[...body.rows].sort(by));
    };
  });
}
