// The Board panel: scrambling, pasting, editing and links.

import { Board } from "./board.js";
import { setStatus } from "./announce.js";
import { byId, fill } from "./element.js";

/**
 * Connects the Board panel to a game.
 * @returns `{ choose(cell) → handled, open(link) }`; `choose` handles clicks while tiles are edited
 */
export function boardPanel({ engine, game, goals, view, about, link: address }) {
  const [rows, cols, goal] = [byId("rows"), byId("cols"), byId("goal")];
  const [difficulty, depth, status, edit] = [byId("difficulty"), byId("depth"), byId("get-status"), byId("edit")];
  const [most, widest] = about.limits.largest;
  fill(rows, range(2, most), 4);
  fill(cols, range(2, widest), 4);
  fill(goal, [...goals.options, ["own", "the current board"]], "rows");
  let chosen = -1;

  const editing = () => edit.getAttribute("aria-pressed") === "true";

  function setEditing(on) {
    edit.setAttribute("aria-pressed", String(on));
    view.grid.classList.toggle("editing", on);
    chosen = -1;
    view.highlight("chosen", []);
    status.textContent = on ? "Select two tiles to exchange them." : "";
  }

  /** Starts with a board that the engine has validated. */
  async function use(puzzle, extra = {}) {
    const goalName = await goals.nameOf(new Board(puzzle.size, puzzle.goal));
    setEditing(false);
    game.load(puzzle, { goalName, ...extra });
  }

  async function scramble() {
    const size = [Number(rows.value), Number(cols.value)];
    const sameSize = size[0] === game.board?.rows && size[1] === game.board?.cols;
    const target = goal.value !== "own" ? goal.value : sameSize ? game.goal.tiles : "rows";
    const exact = difficulty.value === "depth";
    const level = exact ? { depth: Number(depth.value) } : { difficulty: difficulty.value };
    status.textContent = "Scrambling…";
    byId("scramble").disabled = true;
    try {
      const puzzle = await engine.ask("scramble", { size, goal: target, ...level });
      await use(puzzle);
      status.textContent = exact ? `The shortest solution has ${puzzle.depth ?? level.depth} moves.` : "";
    } catch (error) {
      status.textContent = error.message;
    } finally {
      byId("scramble").disabled = false;
    }
  }

  byId("get-form").addEventListener("submit", (event) => {
    event.preventDefault();
    scramble();
  });
  difficulty.addEventListener("change", () => {
    byId("depth-label").hidden = difficulty.value !== "depth";
    depth.disabled = difficulty.value !== "depth";
  });
  depth.disabled = true;

  goal.addEventListener("change", async () => {
    try {
      const sized = Number(rows.value) === game.board.rows && Number(cols.value) === game.board.cols;
      if (!sized && goal.value !== "own") return;
      game.setGoal(goal.value === "own" ? game.board : await goals.named(game.board.size, goal.value), goal.value);
      setStatus(goal.value === "own" ? "This board is now the goal. Scramble it, or slide some tiles and find the way back." : "");
    } catch (error) {
      status.textContent = error.message;
    }
  });

  edit.addEventListener("click", () => setEditing(!editing()));
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && editing()) setEditing(false);
  });

  function choose(cell) {
    if (!editing()) return false;
    if (chosen < 0 || chosen === cell) {
      chosen = chosen === cell ? -1 : cell;
      view.highlight("chosen", chosen < 0 ? [] : [chosen]);
      return true;
    }
    const board = game.board.exchange(chosen, cell);
    game.load({ size: board.size, start: board.tiles, goal: game.goal.tiles }, { goalName: game.goalName });
    chosen = -1;
    view.highlight("chosen", []);
    return true;
  }

  pasteDialog(engine, use);
  byId("copy-link").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(address());
      status.textContent = "Link copied. It contains the board, the goal and the moves.";
    } catch {
      status.textContent = "Copy the address of this page. It contains the board, the goal and the moves.";
    }
  });

  game.addEventListener("load", () => {
    rows.value = game.board.rows;
    cols.value = game.board.cols;
    goal.value = game.goalName;
    status.textContent = editing() ? "Select two tiles to exchange them." : "";
  });

  /** Opens the game of a link. If the link is invalid, shows the error and a new board. */
  async function open(link) {
    if (!link.board) {
      // Shows the goal until the scrambled board arrives.
      const solved = await goals.named([Number(rows.value), Number(cols.value)], goal.value);
      game.load({ size: solved.size, start: solved.tiles, goal: solved.tiles }, { goalName: goal.value });
      await scramble();
      return;
    }
    try {
      const size = link.size ?? [Math.sqrt(link.board.length), Math.sqrt(link.board.length)];
      const text = JSON.stringify({ version: 1, size, start: link.board });
      await use(await engine.ask("read", { text, goal: link.goal ?? "rows" }), { moves: link.moves, at: link.at });
    } catch (error) {
      await scramble();
      setStatus(`The link does not contain a valid board: ${error.message}`, "bad");
    }
  }

  return { choose, open, editing };
}

function pasteDialog(engine, use) {
  const [dialog, text, problem] = [byId("paste"), byId("paste-text"), byId("paste-error")];
  byId("paste-open").addEventListener("click", () => {
    problem.textContent = "";
    dialog.showModal();
    text.select();
  });
  byId("paste-close").addEventListener("click", () => dialog.close());
  byId("paste-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await use(await engine.ask("read", { text: text.value }));
      dialog.close();
      setStatus("");
    } catch (error) {
      problem.textContent = error.message;
      text.focus();
    }
  });
  text.addEventListener("input", () => {
    problem.textContent = "";
  });
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => [from + i, String(from + i)]);
}
