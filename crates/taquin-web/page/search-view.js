// The Search view: a puzzle, one search or two side by side, and a player that moves them in step.

import { announce } from "./announce.js";
import { byId } from "./element.js";
import { counted } from "./number.js";
import { Player } from "./player.js";
import { SearchLane } from "./search-lane.js";
import { SearchPuzzle } from "./search-puzzle.js";

/** How long the player plays between two announcements, in milliseconds. */
const ANNOUNCE_EVERY = 1000;

export function searchView({ engine, game, goals, about, show }) {
  const [unit, two, summary] = [byId("trace-unit"), byId("search-two"), byId("search-summary")];
  let place = 0;
  let announcedAt = 0;
  let isReady = false;
  const options = {
    engine,
    about,
    onPlay: async (board) => {
      const { goal } = puzzle;
      game.load({ size: board.size, start: board.tiles, goal: goal.tiles }, { goalName: await goals.nameOf(goal) });
      show("play");
    },
  };
  const puzzle = new SearchPuzzle({ engine, game, goals, onChange: watch });
  const lanes = [
    new SearchLane("trace", { ...options, first: "astar", onChange: () => watchLane(lanes[0]) }),
    new SearchLane("rival", { ...options, first: "bfs", onChange: () => watchLane(lanes[1]) }),
  ];
  lanes[1].hidden = true;
  const shown = () => lanes.filter((lane) => !lane.hidden);
  const player = new Player("trace", {
    place: () => place,
    length: () => Math.max(...shown().map((lane) => lane.length)),
    go,
    paused: announceStep,
  });

  function go(to) {
    place = to;
    for (const lane of shown()) lane.go(to);
    player.update();
    if (!player.playing || performance.now() - announcedAt >= ANNOUNCE_EVERY) announceStep();
  }

  /** Announces the step: while the player plays, not every one, because a screen reader would fall behind. */
  function announceStep() {
    announcedAt = performance.now();
    announce(shown().map((lane) => lane.sentence).join(" "));
  }

  /** Shows the result when all searches have ended, so not when a search is only cancelled for another one. */
  function conclude() {
    if (shown().some((lane) => lane.isBusy)) return;
    const lengths = shown().flatMap((lane) => (lane.trace?.result?.status === "optimal" ? [lane.trace.result.length] : []));
    byId("trace-transport").hidden = shown().every((lane) => lane.trace === null);
    const [length] = lengths;
    summary.textContent = length === undefined ? ""
      : length === 0 ? "This board is already solved." : `This board is ${counted(length, "move")} from the goal.`;
    go(0);
  }

  async function watch() {
    player.pause();
    isReady = true;
    // What it says is about another board.
    summary.textContent = "";
    await Promise.all(shown().map((lane) => lane.watch(puzzle.puzzle, puzzle.goal, { unit: unit.value })));
    conclude();
  }

  async function watchLane(lane) {
    player.pause();
    await lane.watch(puzzle.puzzle, puzzle.goal, { unit: unit.value });
    conclude();
  }

  two.addEventListener("change", () => {
    lanes[1].hidden = !two.checked;
    byId("view-search").classList.toggle("two", two.checked);
    if (two.checked) {
      unit.value = "expansion";
      changeUnit();
      watchLane(lanes[1]);
    } else conclude();
  });

  /** Keeps the step of the first search. */
  function changeUnit() {
    player.pause();
    for (const lane of lanes) lane.setUnit(unit.value);
    go(lanes[0].trace ? lanes[0].tick : 0);
  }
  unit.addEventListener("change", changeUnit);

  return {
    leave: () => player.pause(),
    enter: () => {
      if (!isReady) puzzle.start();
      else if (puzzle.source === "game") puzzle.useGame();
    },
  };
}
