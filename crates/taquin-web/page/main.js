// Creates the parts of the page and connects them.

import { keepAddress } from "./address.js";
import { announceMoves, setStatus, showError } from "./announce.js";
import { watchAttempts } from "./attempt.js";
import { BoardView } from "./board-view.js";
import { inWords } from "./clock.js";
import { celebrate } from "./celebrate.js";
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
import { metricMenu } from "./metric-menu.js";
import { moveList } from "./move-list.js";
import { counted } from "./number.js";
import { picturePanel } from "./picture.js";
import { Game } from "./game.js";
import { Player } from "./player.js";
import { preference } from "./preferences.js";
import { resultCard } from "./result-card.js";
import { scoreBoard } from "./score.js";
import { searchView } from "./search-view.js";
import { solutionText } from "./solution-text.js";
import { solvePanel } from "./solve.js";
import { sounds } from "./sound.js";
import { tabs } from "./tabs.js";
import { isKept, Times } from "./times.js";
import { timesView } from "./times-view.js";
import { unsolvablePanel } from "./unsolvable.js";

async function start() {
  byId("loading").remove();
  const engine = await createEngine();
  const about = await engine.ask("about");
  const game = new Game();
  const goals = new Goals(engine, about.goals);
  const views = {};
  const { show, shown } = tabs((now, before) => {
    views[before]?.leave?.();
    views[now]?.enter?.();
    address.turn();
  });

  const times = new Times();
  const chosen = { invert: false, hover: false };
  for (const name of Object.keys(chosen)) {
    preference(name, (on) => {
      chosen[name] = on;
    });
  }
  const view = new BoardView(byId("board"), {
    describedBy: "keys-help",
    onChoose: (cell) => panel.choose(cell) || game.push(cell),
  });
  const panel = boardPanel({ engine, game, goals, view, about, times, link: () => address.write() });
  const playing = () => shown() === "play" && !panel.editing() && !byId("paste").open;
  watchGestures(view, {
    allowed: playing,
    inverted: () => chosen.invert,
    hovering: () => chosen.hover,
    push: (cell) => game.push(cell),
    slide: (direction) => game.slide(direction),
  });
  watchKeys({
    allowed: playing,
    inverted: () => chosen.invert,
    slide: (direction) => game.slide(direction),
    undo: () => game.undo(),
    redo: () => game.redo(),
    next: () => panel.next(),
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
  metricMenu(game, about);
  moveList(game);
  downloads(engine, game);
  solutionText({ engine, game, about });
  scoreBoard(game);
  sounds(game);
  const result = resultCard({ engine, game, times, next: () => panel.next() });
  watchAttempts(game, {
    isRepeat: (start, goal) => times.has(start, goal),
    ended: (solve) => {
      if (isKept(solve)) times.add(solve);
      views.times.select(solve);
      if (solve.solved) result.show(solve);
    },
  });
  views.times = timesView({
    times,
    open: (solve) => {
      game.load(solve, { goalName: solve.goalName, moves: solve.moves });
      show("play");
      result.show(solve);
    },
  });
  views.search = searchView({ engine, game, goals, about, show });
  views.compare = compareView({ engine, game, about });
  views.explore = exploreView({ engine, game, goals, about, show });

  for (const name of ["undo", "redo", "restart"]) byId(name).addEventListener("click", () => game[name]());

  function update() {
    const { history } = game;
    setEnabled(byId("undo"), history.canUndo);
    setEnabled(byId("restart"), history.canUndo);
    setEnabled(byId("redo"), history.canRedo);
    byId("player").hidden = !game.solution;
    player.update();
    address.later();
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
  game.addEventListener("move", ({ detail }) => {
    if (detail.by !== "player") announceMoves(detail.slides, game.history.at);
  });
  game.addEventListener("win", ({ detail }) => {
    const moves = counted(game.history.at, "move");
    if (detail.first) {
      setStatus(`Solved: ${moves} in ${inWords(game.clock.spent)}.`, "good");
      celebrate(view);
    } else if (detail.by === "player") {
      setStatus(`Solved after ${moves}.`, "good");
    }
  });

  const address = keepAddress({ game, show, shown, open: (link) => panel.open(link) });
  game.addEventListener("metric", () => address.later());

  byId("about-line").textContent = `${about.name} ${about.version}. Engine: ${engine.title}. ${engine.privacy}`;
  await address.openLink();
  document.documentElement.dataset.ready = "true";
  performance.mark("ready");
}

start().catch((error) => showError(error.message));
