// The Explore view: all boards of a small size by distance from the goal, with an example of each distance.

import { Board } from "./board.js";
import { showChart } from "./chart.js";
import { byId, fill, setEnabled } from "./element.js";
import { isCancelled } from "./engine.js";
import { boardPicture } from "./mini-board.js";
import { counted } from "./number.js";

/** An answer that takes longer is announced, in milliseconds. The first one of 3x4 takes seconds. */
const WAIT = 400;

export function exploreView({ engine, game, goals, about, show }) {
  const [status, depth, value] = [byId("explore-status"), byId("explore-depth"), byId("explore-depth-value")];
  const waiting = byId("example-status");
  const most = about.limits.explore_cells ?? 12;
  const sizes = [];
  for (let rows = 2; rows <= 6; rows += 1) {
    for (let cols = rows; rows * cols <= most; cols += 1) sizes.push(`${rows}x${cols}`);
  }
  fill(byId("explore-size"), sizes.map((size) => [size, size]), "3x3");
  fill(byId("explore-goal"), goals.options, "rows");
  let shown = null;
  let example = null;
  let counting = null;
  let request = null;
  let timer = 0;

  /** Returns the chart's bars, one per depth. The legend has a bar, too, but without a title. */
  const bars = () => [...byId("explore-chart").querySelectorAll(".plot-bar:has(title)")];

  async function explore() {
    const size = byId("explore-size").value.split("x").map(Number);
    const goal = byId("explore-goal").value;
    counting?.abort();
    request?.abort();
    clearTimeout(timer);
    counting = new AbortController();
    const { signal } = counting;
    // The chart and the example belong to another size or goal.
    shown = null;
    setExample(null);
    byId("example-board").replaceChildren();
    byId("explore-body").hidden = true;
    status.textContent = `Counting the boards of size ${size.join("x")}…`;
    try {
      const answer = await engine.ask("explore", { size, goal }, { signal });
      shown = { size, goal, depths: answer.depths };
      showChart(byId("explore-chart"), answer.chart);
      byId("explore-body").hidden = false;
      status.textContent = `Source: ${answer.source}.`;
      depth.max = answer.depths.length - 1;
      depth.value = answer.depths.indexOf(Math.max(...answer.depths));
      selectDepth();
    } catch (error) {
      if (!isCancelled(error)) status.textContent = error.message;
    }
  }

  /** Shows the count of a depth at once, and an example after a short delay. */
  function selectDepth() {
    const at = Number(depth.value);
    value.textContent = at;
    depth.style.setProperty("--done", `${(100 * at) / Math.max(1, Number(depth.max))}%`);
    depth.setAttribute("aria-valuetext", counted(at, "move"));
    bars().forEach((bar, i) => bar.classList.toggle("chosen", i === at));
    byId("explore-count").textContent = `${counted(shown.depths[at], "board")} of size ${shown.size.join("x")} at this distance.`;
    setExample(null);
    clearTimeout(timer);
    timer = setTimeout(fetchExample, 80);
  }

  /** Shows an example; without one, the old board fades and cannot be played. */
  function setExample(board) {
    example = board;
    byId("example-board").setAttribute("aria-busy", String(board === null));
    setEnabled(byId("example-play"), board !== null);
    setEnabled(byId("example-another"), shown !== null);
    if (board) byId("example-board").replaceChildren(boardPicture(new Board(board.size, board.start), 150));
  }

  async function fetchExample() {
    if (!shown) return;
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    const { size, goal } = shown;
    const wait = setTimeout(() => {
      waiting.textContent = "Looking for a board at this distance…";
    }, WAIT);
    signal.addEventListener("abort", () => clearTimeout(wait));
    try {
      setExample(await engine.ask("example", { size, goal, depth: Number(depth.value) }, { signal }));
    } catch (error) {
      if (!isCancelled(error)) status.textContent = error.message;
    }
    clearTimeout(wait);
    if (request.signal === signal) waiting.textContent = "";
  }

  byId("explore-form").addEventListener("submit", (event) => {
    event.preventDefault();
    explore();
  });
  depth.addEventListener("input", selectDepth);
  byId("explore-chart").addEventListener("click", (event) => {
    const at = bars().indexOf(event.target.closest(".plot-bar"));
    if (at < 0) return;
    depth.value = at;
    selectDepth();
  });
  byId("example-another").addEventListener("click", fetchExample);
  byId("example-play").addEventListener("click", () => {
    if (!example) return;
    game.load(example, { goalName: shown.goal });
    show("play");
  });
  return { enter: () => (counting ? null : explore()) };
}
