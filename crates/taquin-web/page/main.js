// Creates the parts of the page and connects them.

import { setStatus, showError } from "./announce.js";
import { BoardView } from "./board-view.js";
import { asTime } from "./clock.js";
import { compareView } from "./compare.js";
import { downloads } from "./download.js";
import { byId, setEnabled } from "./element.js";
import { createEngine } from "./engine.js";
import { exploreView } from "./explore.js";
import { watchGestures } from "./gestures.js";
import { boardPanel } from "./board-panel.js";
import { Goals } from "./goals.js";
import { hintPanel } from "./hint-panel.js";
import { watchKeys } from "./keys.js";
import { readLink, writeLink } from "./link.js";
import { moveList } from "./move-list.js";
import { counted } from "./number.js";
import { picturePanel } from "./picture.js";
import { Game } from "./game.js";
import { Player } from "./player.js";
import { preference } from "./preferences.js";
import { searchView } from "./search-view.js";
import { solvePanel } from "./solve.js";
import { tabs } from "./tabs.js";
import { unsolvablePanel } from "./unsolvable.js";

async function start() {
  const engine = createEngine();
  const about = await engine.ask("about");
  const game = new Game();
  const goals = new Goals(engine, about.goals);
  const views = {};
  const { show, shown } = tabs((now, before) => {
    views[before]?.leave?.();
    views[now]?.enter?.();
    keepLink();
  });

  let inverted = false;
  preference("invert", (on) => {
    inverted = on;
  });
  const view = new BoardView(byId("board"), {
    describedBy: "keys-help",
    onChoose: (cell) => panel.choose(cell) || game.push(cell),
  });
  const panel = boardPanel({ engine, game, goals, view, about, link: writeAddress });
  const playing = () => shown() === "play" && !panel.editing() && !byId("paste").open;
  watchGestures(view, {
    allowed: playing,
    inverted: () => inverted,
    push: (cell) => game.push(cell),
    slide: (direction) => game.slide(direction),
  });
  watchKeys({
    allowed: playing,
    inverted: () => inverted,
    slide: (direction) => game.slide(direction),
    undo: () => game.undo(),
    redo: () => game.redo(),
  });

  const player = new Player("player", {
    place: () => game.history.at - (game.solution?.from ?? 0),
    length: () => game.history.length - (game.solution?.from ?? 0),
    go: (place) => game.jump(place + (game.solution?.from ?? 0)),
  });
  const picture = picturePanel(view, setStatus);
  preference("picture-numbers", (on) => view.grid.classList.toggle("numberless", !on));
  unsolvablePanel({ engine, game, view });
  hintPanel({ engine, game, view });
  solvePanel({ engine, game, about });
  moveList(game);
  downloads(engine, game);
  views.search = searchView({ engine, game, about, show });
  views.compare = compareView({ engine, game, about });
  views.explore = exploreView({ engine, game, goals, about, show });

  for (const name of ["undo", "redo", "restart"]) byId(name).addEventListener("click", () => game[name]());

  function update() {
    const { history } = game;
    byId("moves").textContent = history.at;
    setEnabled(byId("undo"), history.canUndo);
    setEnabled(byId("restart"), history.canUndo);
    setEnabled(byId("redo"), history.canRedo);
    byId("player").hidden = !game.solution;
    player.update();
    keepLink();
  }

  game.addEventListener("load", () => {
    player.pause();
    view.label = `Board of ${game.board.rows} rows and ${game.board.cols} columns`;
    view.show(game.board, game.goal, 0);
    picture.fit(game.board);
    setStatus(game.isSolved ? "The board is already solved." : "");
    update();
  });
  game.addEventListener("goal", () => {
    view.show(game.board, game.goal, 0);
    update();
  });
  game.addEventListener("line", () => {
    if (!game.solution) player.pause();
    update();
  });
  game.addEventListener("move", ({ detail }) => {
    if (detail.by !== "player") player.pause();
    view.show(game.board, game.goal, detail.by === "player" ? Math.min(220, player.pace * 0.8) : undefined);
    if (detail.by !== "player") setStatus("");
    update();
  });
  game.addEventListener("win", ({ detail }) => {
    const moves = counted(game.history.at, "move");
    if (detail.by === "hand") setStatus(`Solved: ${moves} in ${asTime(game.clock.spent)}.`, "good");
    else if (detail.by === "player") setStatus(`Solved after ${moves}.`, "good");
    view.grid.classList.add("won");
    setTimeout(() => view.grid.classList.remove("won"), 900);
  });
  setInterval(() => {
    const text = asTime(game.clock.spent);
    if (byId("time").textContent !== text) byId("time").textContent = text;
  }, 200);

  let linkTimer = 0;
  let written = "";
  /** Updates the URL and returns it. */
  function writeAddress() {
    clearTimeout(linkTimer);
    written = writeLink(game, shown());
    if (written !== location.hash) history.replaceState(null, "", written);
    return location.href;
  }
  /** Updates the URL after a short delay, because browsers limit how often it may change. */
  function keepLink() {
    clearTimeout(linkTimer);
    if (game.history) linkTimer = setTimeout(writeAddress, 150);
  }
  async function openLink() {
    const link = readLink(location.hash);
    await panel.open(link);
    show(link.view);
  }
  window.addEventListener("hashchange", () => {
    if (location.hash !== written) openLink();
  });

  byId("about-line").textContent = `${about.name} ${about.version}. Everything runs on this computer; nothing is sent to the internet.`;
  await openLink();
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => showError(error.message));
