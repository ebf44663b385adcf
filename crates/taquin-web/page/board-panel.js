// The Board panel: scrambling, pasting, editing and links.

import { Board } from "./board.js";
import { setStatus } from "./announce.js";
import { inWords } from "./clock.js";
import { dailyScramble, dayName } from "./daily.js";
import { byId, element, fill } from "./element.js";
import { isCancelled } from "./engine.js";
import { fragmentIn, readLink } from "./link.js";
import { counted } from "./number.js";
import { timeOf } from "./times.js";

/**
 * Connects the Board panel to a game.
 * @returns `{ choose(cell) → handled, open(link), editing(), next() }`; `choose` handles clicks while tiles are edited,
 * `next` starts the next board
 */
export function boardPanel({ engine, game, goals, view, about, times, link: address }) {
  const [rows, cols, goal] = [byId("rows"), byId("cols"), byId("goal")];
  const [difficulty, depth, status, edit] = [byId("difficulty"), byId("depth"), byId("get-status"), byId("edit")];
  const [most, widest] = about.limits.largest;
  fill(rows, range(2, most), 4);
  fill(cols, range(2, widest), 4);
  fill(goal, [...goals.options, ["own", "the current board"]], "rows");
  let chosen = -1;
  /** The request for a board that is being answered, as text, and what cancels it. */
  let drawing = null;
  /** The board at which the player asked for the next one. */
  let sure = null;

  const editing = () => edit.getAttribute("aria-pressed") === "true";

  function setEditing(on) {
    edit.setAttribute("aria-pressed", String(on));
    view.grid.classList.toggle("editing", on);
    chosen = -1;
    view.highlight("chosen", []);
    status.textContent = on ? "Select two tiles to exchange them." : "";
  }

  /** Starts with a board that the engine has validated; `signal` cancels it. */
  async function use(puzzle, extra = {}, signal = null) {
    const goalName = await goals.nameOf(new Board(puzzle.size, puzzle.goal));
    signal?.throwIfAborted();
    setEditing(false);
    game.load(puzzle, { goalName, ...extra });
  }

  /** Starts with a board that the engine draws. Another request replaces one that is not answered yet; the same one waits. */
  async function draw(request, level, text) {
    const wanted = JSON.stringify([request, level]);
    if (drawing?.wanted === wanted) return;
    drawing?.cancel.abort();
    const own = { wanted, cancel: new AbortController() };
    const { signal } = own.cancel;
    drawing = own;
    // Searches for the old board end first: an engine in the browser answers one message after the other.
    game.dispatchEvent(new CustomEvent("draw"));
    status.textContent = "Scrambling…";
    // The button stays enabled, because a disabled one would lose the focus.
    byId("scramble").setAttribute("aria-busy", "true");
    try {
      const puzzle = await engine.ask("scramble", request, { signal });
      await use(puzzle, { level }, signal);
      status.textContent = text(puzzle);
    } catch (error) {
      if (!isCancelled(error)) status.textContent = error.message;
    } finally {
      if (drawing === own) {
        byId("scramble").removeAttribute("aria-busy");
        drawing = null;
      }
    }
  }

  async function scramble() {
    const size = [Number(rows.value), Number(cols.value)];
    const sameSize = size[0] === game.board?.rows && size[1] === game.board?.cols;
    const target = goal.value !== "own" ? goal.value : sameSize ? game.goal.tiles : "rows";
    const exact = difficulty.value === "depth";
    const moves = Number(depth.value);
    const request = { size, goal: target, ...(exact ? { depth: moves } : { difficulty: difficulty.value }) };
    const [level, text] = exact ? [counted(moves, "move"), `The shortest solution has ${counted(moves, "move")}.`] : [difficulty.value, ""];
    await draw(request, level, () => text);
  }

  /** Starts with the board of today. */
  function daily() {
    const today = new Date();
    return draw(dailyScramble(today), "daily", ({ start }) => {
      const name = `The daily board of ${dayName(today)}: the same for everybody.`;
      const before = times.all.find((solve) => solve.level === "daily" && String(solve.start) === String(start));
      return before ? `${name} Your result is ${inWords(timeOf(before))}.` : name;
    });
  }

  /** Starts the next board. A game that has begun is only given up if the player asks twice in a row. */
  async function next() {
    if (game.clock.running && sure !== game.board) {
      sure = game.board;
      setStatus("Press Space again to give up this board.");
      return;
    }
    await scramble();
  }

  byId("get-form").addEventListener("submit", (event) => {
    event.preventDefault();
    scramble();
  });
  byId("daily").addEventListener("click", daily);
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

  pasteDialog((text) => readText(text));
  byId("copy-link").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(address());
      status.textContent = "Link copied. It contains the board, the goal and the moves.";
    } catch {
      status.textContent = "Copy the address of this page. It contains the board, the goal and the moves.";
    }
  });

  game.addEventListener("load", () => {
    // A board that was pasted or chosen elsewhere is not replaced by one that was asked for before.
    drawing?.cancel.abort();
    // The menus have no single rows and columns, but a pasted board may have.
    for (const [menu, side] of [[rows, game.board.rows], [cols, game.board.cols]]) {
      const isThere = [...menu.options].some(({ value }) => Number(value) === side);
      if (!isThere) menu.prepend(element("option", { value: side }, String(side)));
      menu.value = side;
    }
    goal.value = game.goalName;
    status.textContent = editing() ? "Select two tiles to exchange them." : "";
  });

  /** Opens the game of a link; fails if it is invalid. */
  async function openGame({ board, size: given, goal: wanted, metric, moves, at }) {
    if (board.length < 2) throw new Error("the tiles are numbers with hyphens between them, as in board=1-2-3-4-5-6-7-0-8");
    const side = Math.sqrt(board.length);
    if (!given && !Number.isInteger(side)) {
      throw new Error(`${counted(board.length, "tile")} do not make a square. Add the size, as in size=2x4.`);
    }
    const [size, goal] = [given ?? [side, side], wanted ?? "rows"];
    await engine.ask("inspect", { version: 1, size, start: board, goal });
    const tiles = Array.isArray(goal) ? goal : (await goals.named(size, goal)).tiles;
    await use({ size, start: board, goal: tiles }, { metric, moves, at });
  }

  /** Opens a pasted board or link. */
  async function readText(text) {
    const fragment = fragmentIn(text);
    if (fragment) await openGame(readLink(fragment));
    else if (/^\s*https?:\S+\s*$/.test(text)) throw new Error("This link has no board. Links to boards contain board= and its tiles.");
    else await use(await engine.ask("read", { text }));
  }

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
      await openGame(link);
    } catch (error) {
      await scramble();
      setStatus(`The link does not contain a valid board: ${error.message}`, "bad");
    }
  }

  return { choose, open, editing, next };
}

/** @param read opens a pasted text; fails if it is invalid */
function pasteDialog(read) {
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
      await read(text.value);
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
