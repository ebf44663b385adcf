// An attempt: the time of every move, and the help that the player took. When it ends, it becomes a solve for the list of
// times.

import { splits } from "./splits.js";

/**
 * Follows a game, and calls `ended(solve)` when the player has solved a board, or has started one and leaves or restarts it.
 *
 * A solve: `at` (ISO date), `size`, `start`, `goal` (tiles), `goalName`, `level`, `moves` (letters of the tiles), `solved`,
 * `milliseconds`, `splits`, and `help`: any of "undo", "hint", "solution", "link" and "repeat".
 */
export function watchAttempts(game, { ended, isRepeat }) {
  let attempt = null;

  function begin() {
    const { history, goal, goalName, level } = game;
    const repeated = isRepeat(history.origin, goal);
    attempt = {
      puzzle: { size: goal.size, start: history.origin.tiles, goal: goal.tiles, goalName, level },
      times: Array(history.at).fill(0),
      help: new Set([...(history.at > 0 ? ["link"] : []), ...(repeated ? ["repeat"] : [])]),
      started: false,
      done: game.isSolved,
    };
  }

  function end(solved) {
    attempt.done = true;
    const { puzzle, times, help } = attempt;
    const moves = game.history.played;
    ended({
      at: new Date().toISOString(),
      ...puzzle,
      moves: solved ? moves : "",
      solved,
      milliseconds: Math.round(game.clock.spent),
      splits: solved ? splits(game.history.origin.boards(moves), times, game.goal) : [],
      help: [...help],
    });
  }

  /** Records a scrambled board that was begun and left as not finished. Boards that were given do not count. */
  function leave() {
    if (attempt?.started && !attempt.done && attempt.puzzle.level !== "given") end(false);
  }

  game.addEventListener("leave", leave);
  for (const name of ["load", "goal"]) game.addEventListener(name, begin);
  game.addEventListener("hint", () => attempt.help.add("hint"));
  game.addEventListener("move", ({ detail }) => {
    if (detail.by === "restart") {
      begin();
      attempt.help.add("repeat");
    }
    if (attempt.done) return;
    const { times, help } = attempt;
    const { at } = game.history;
    attempt.started ||= detail.by === "hand";
    if (detail.by === "undo" || detail.by === "redo") help.add("undo");
    if (detail.by === "player") help.add("solution");
    times.length = Math.min(times.length, at);
    while (times.length < at) times.push(Math.round(game.clock.spent));
  });
  game.addEventListener("win", ({ detail }) => {
    if (detail.first && !attempt.done) end(true);
  });
}
