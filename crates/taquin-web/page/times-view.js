// The Times view: bests, averages and all solves of a category, and their files.

import { pushes } from "./board.js";
import { asTime } from "./clock.js";
import { save } from "./download.js";
import { byId, element, fill } from "./element.js";
import { counted, whole } from "./number.js";
import { categoryOf, movesPerSecond, summary, timeOf } from "./times.js";
import { readJson, writeCsv, writeJson } from "./times-file.js";

/** More rows make the page slow; the files have all solves. */
const MAX_ROWS = 200;

const HELP = { undo: "undo", hint: "hint", solution: "solution shown" };

/** @param open shows a solve in the Play view */
export function timesView({ times, open }) {
  const [category, status, rows, body] = ["times-category", "times-status", "times-rows", "times-body"].map(byId);

  /** Shows the list; `wanted` is the category to select, if there is one. */
  function update(wanted = category.value) {
    const all = times.all;
    const names = [...new Set(all.map(categoryOf).reverse())];
    fill(category, names.map((name) => [name, `${name} (${all.filter((solve) => categoryOf(solve) === name).length})`]), wanted);
    byId("times-none").hidden = all.length > 0;
    body.hidden = all.length === 0;
    byId("times-unstored").hidden = times.isStored;
    if (all.length === 0) return;
    const solves = all.filter((solve) => categoryOf(solve) === category.value);
    showSummary(summary(solves));
    const shown = solves.slice(-MAX_ROWS);
    rows.replaceChildren(...shown.map((solve, i) => row(solve, solves.length - shown.length + i + 1)).reverse());
  }

  function showSummary(now) {
    const values = {
      "times-best": asTime(now.time),
      "times-ao5": asTime(now.ao5),
      "times-ao12": asTime(now.ao12),
      "times-best-ao5": asTime(now.bestAo5),
      "times-best-ao12": asTime(now.bestAo12),
      "times-moves": whole(now.moves),
      "times-pushes": whole(now.pushes),
      "times-speed": now.speed === null ? "–" : now.speed.toFixed(2),
      "times-count": `${now.finished} of ${now.solves}`,
    };
    for (const [id, text] of Object.entries(values)) byId(id).textContent = text;
  }

  function row(solve, number) {
    const shown = asTime(timeOf(solve));
    const why = solve.help.map((kind) => HELP[kind]).filter(Boolean).join(", ");
    const speed = solve.solved ? movesPerSecond(solve) : null;
    const when = new Date(solve.at);
    const label = `solve ${number}, ${shown}`;
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, String(number)),
      element("td", {}, shown),
      element("td", {}, solve.solved ? whole(solve.moves.length) : "–"),
      element("td", {}, solve.solved ? whole(pushes(solve.moves)) : "–"),
      element("td", {}, whole(solve.optimal)),
      element("td", {}, speed === null ? "–" : speed.toFixed(2)),
      element("td", {}, why),
      element("td", {}, element("time", { datetime: solve.at }, when.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }))),
      element(
        "td",
        {},
        element("button", { type: "button", onclick: () => open(solve), "aria-label": `Open ${label}` }, "Open"),
        element("button", { type: "button", onclick: () => remove(solve, label), "aria-label": `Delete ${label}` }, "Delete"),
      ),
    );
  }

  function remove(solve, label) {
    times.remove(solve.at);
    status.textContent = `Deleted ${label}.`;
    (rows.querySelector("button") ?? byId("times-csv")).focus();
  }

  byId("times-csv").addEventListener("click", () => {
    save("taquin-times.csv", "text/csv", writeCsv(times.all));
    status.textContent = `Saved ${counted(times.all.length, "solve")} as taquin-times.csv.`;
  });
  byId("times-json").addEventListener("click", () => {
    save("taquin-times.json", "application/json", writeJson(times.all));
    status.textContent = `Saved ${counted(times.all.length, "solve")} as taquin-times.json.`;
  });
  byId("times-import").addEventListener("change", async () => {
    const file = byId("times-import");
    const [chosen] = file.files;
    if (!chosen) return;
    try {
      const added = times.merge(readJson(await chosen.text()));
      status.textContent = `Imported ${counted(added, "new solve")}.`;
    } catch (error) {
      status.textContent = error.message;
    }
    file.value = "";
  });
  byId("times-clear").addEventListener("click", () => {
    byId("clear-count").textContent = counted(times.all.length, "solve");
    byId("clear").showModal();
  });
  byId("clear-form").addEventListener("submit", (event) => {
    if (event.submitter?.value === "delete") {
      times.clear();
      status.textContent = "All times are deleted.";
    }
  });
  category.addEventListener("change", () => update());
  times.addEventListener("change", () => update());
  update();
  return {
    enter: () => update(),
    select: (solve) => update(categoryOf(solve)),
  };
}
