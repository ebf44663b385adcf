// Where boards come from: scrambling, pasting, editing by hand, links.

import { Board } from "./board.js";
import { tell } from "./announce.js";
import { byId, fill } from "./element.js";

/**
 * Ties the "Board" panel to a game.
 * @returns `{ choose(cell) → handled, open(link) }`: the first takes clicks while tiles are edited
 */
export function boardPanel({ engine, game, goals, view, about, link: address }) {
  const [rows, cols, goal] = [byId("rows"), byId("cols"), byId("goal")];
  const [difficulty, depth, status, edit] = [byId("difficulty"), byId("depth"), byId("get-status"), byId("edit")];
  const [most, widest] = about.limits.largest;
  fill(rows, range(2, most), 4);
  fill(cols, range(2, widest), 4);
  fill(goal, [...goals.options, ["own", "this board as it is"]], "rows");
  let chosen = -1;

  const editing = () => edit.getAttribute("aria-pressed") === "true";

  function setEditing(on) {
    edit.setAttribute("aria-pressed", String(on));
    view.grid.classList.toggle("editing", on);
    chosen = -1;
    view.light("chosen", []);
    status.textContent = on ? "Choose two tiles to exchange them." : "";
  }

  /** Begins with a board that the engine has approved of. */
  async function use(puzzle, extra = {}) {
    const goalName = await goals.nameOf(new Board(puzzle.size, puzzle.goal));
    setEditing(false);
    game.load(puzzle, { goalName, ...extra });
  }

  async function scramble() {
    const size = [Number(rows.value), Number(cols.value)];
    const sameSize = size[0] === game.board?.rows && size[1] === game.board?.cols;
    const aim = goal.value !== "own" ? goal.value : sameSize ? game.goal.tiles : "rows";
    const exact = difficulty.value === "depth";
    const wish = exact ? { depth: Number(depth.value) } : { difficulty: difficulty.value };
    status.textContent = "Scrambling…";
    byId("scramble").disabled = true;
    try {
      const puzzle = await engine.ask("scramble", { size, goal: aim, ...wish });
      await use(puzzle);
      status.textContent = exact ? `A shortest solution has ${puzzle.depth ?? wish.depth} moves.` : "";
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
      game.aim(goal.value === "own" ? game.board : await goals.named(game.board.size, goal.value), goal.value);
      tell(goal.value === "own" ? "This board is the goal now: scramble it, or slide and find back." : "");
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
      view.light("chosen", chosen < 0 ? [] : [chosen]);
      return true;
    }
    const board = game.board.exchange(chosen, cell);
    game.load({ size: board.size, start: board.tiles, goal: game.goal.tiles }, { goalName: game.goalName });
    chosen = -1;
    view.light("chosen", []);
    return true;
  }

  pasteDialog(engine, use);
  byId("copy-link").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(address());
      status.textContent = "The link is copied: it holds the board, the goal and the moves.";
    } catch {
      status.textContent = "The address above is the link: it holds the board, the goal and the moves.";
    }
  });

  game.addEventListener("load", () => {
    rows.value = game.board.rows;
    cols.value = game.board.cols;
    goal.value = game.goalName;
    status.textContent = editing() ? "Choose two tiles to exchange them." : "";
  });

  /** The game of a link; an error in it is told, and then there is a fresh board. */
  async function open(link) {
    if (!link.board) {
      // Something to look at, until a scramble is there.
      const home = await goals.named([Number(rows.value), Number(cols.value)], goal.value);
      game.load({ size: home.size, start: home.tiles, goal: home.tiles }, { goalName: goal.value });
      await scramble();
      return;
    }
    try {
      const size = link.size ?? [Math.sqrt(link.board.length), Math.sqrt(link.board.length)];
      const text = JSON.stringify({ version: 1, size, start: link.board });
      await use(await engine.ask("read", { text, goal: link.goal ?? "rows" }), { moves: link.moves, at: link.at });
    } catch (error) {
      await scramble();
      tell(`The board of the link could not be read: ${error.message}`, "bad");
    }
  }

  return { choose, open, editing };
}

function pasteDialog(engine, use) {
  const [dialog, text, wrong] = [byId("paste"), byId("paste-text"), byId("paste-error")];
  byId("paste-open").addEventListener("click", () => {
    wrong.textContent = "";
    dialog.showModal();
    text.select();
  });
  byId("paste-close").addEventListener("click", () => dialog.close());
  byId("paste-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await use(await engine.ask("read", { text: text.value }));
      dialog.close();
      tell("");
    } catch (error) {
      wrong.textContent = error.message;
      text.focus();
    }
  });
  text.addEventListener("input", () => {
    wrong.textContent = "";
  });
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => [from + i, String(from + i)]);
}
