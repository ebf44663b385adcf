// Files of solves: CSV for spreadsheets, JSON that can be read back.

import { DNF } from "./averages.js";
import { Board, pushes } from "./board.js";
import { movesPerSecond, timeOf } from "./times.js";

const COLUMNS = {
  date: ({ at }) => at,
  size: ({ size }) => size.join("x"),
  goal: ({ goalName, goal }) => (goalName === "own" ? goal.join(" ") : goalName),
  level: ({ level }) => level,
  result: (solve) => (timeOf(solve) === DNF ? "DNF" : "solved"),
  milliseconds: ({ milliseconds }) => milliseconds,
  moves: ({ solved, moves }) => (solved ? moves.length : ""),
  pushes: ({ solved, moves }) => (solved ? pushes(moves) : ""),
  moves_per_second: (solve) => (solve.solved ? movesPerSecond(solve)?.toFixed(3) ?? "" : ""),
  optimal: ({ optimal }) => optimal ?? "",
  help: ({ help }) => help.join(" "),
  splits: ({ splits }) => splits.map(({ milliseconds }) => milliseconds).join(" "),
  start: ({ start }) => start.join(" "),
  solution: ({ moves }) => moves,
};

/** Returns the solves as CSV, a line each. No value contains a comma or a quote. */
export function writeCsv(solves) {
  const lines = [Object.keys(COLUMNS), ...solves.map((solve) => Object.values(COLUMNS).map((value) => value(solve)))];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

/** Returns the solves as JSON. */
export function writeJson(solves) {
  return `${JSON.stringify({ version: 1, kind: "times", solves }, null, 1)}\n`;
}

/** Reads what `writeJson` wrote. Throws an error with a sentence if it is something else, or a solution is wrong. */
export function readJson(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("This is not a JSON file.");
  }
  if (file?.kind !== "times" || file.version !== 1 || !Array.isArray(file.solves)) {
    throw new Error("This file does not contain times. Use one that was exported here as JSON.");
  }
  return file.solves.map((solve, i) => {
    if (!isSolve(solve)) throw new Error(`Solve ${i + 1} of this file is damaged. Nothing was imported.`);
    return Object.fromEntries(FIELDS.filter((name) => solve[name] !== undefined).map((name) => [name, solve[name]]));
  });
}

/** A longer side would make the check slow. */
const MAX_SIDE = 100;

const FIELDS = [
  "at", "size", "start", "goal", "goalName", "level", "moves", "solved", "milliseconds", "splits", "help", "optimal",
];

function isSolve(solve) {
  const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
  const isText = (value) => typeof value === "string" && value.length < 100 && !/[",\r\n]/.test(value);
  const isList = (value, isItem) => Array.isArray(value) && value.every(isItem);
  const isBoard = (tiles) => isList(tiles, isCount) && tiles.length === solve.size[0] * solve.size[1]
    && new Set(tiles).size === tiles.length && Math.max(...tiles) === tiles.length - 1;
  const hasFields = isList(solve?.size, (side) => isCount(side) && side > 0 && side <= MAX_SIDE) && solve.size.length === 2
    && isBoard(solve.start) && isBoard(solve.goal)
    && [solve.at, solve.goalName, solve.level].every(isText) && !Number.isNaN(Date.parse(solve.at))
    && isCount(solve.milliseconds) && (solve.optimal === undefined || isCount(solve.optimal))
    && isList(solve.help, isText)
    && isList(solve.splits, (split) => isCount(split?.milliseconds) && isCount(split.moves))
    && typeof solve.moves === "string" && /^[ULRD]*$/.test(solve.moves) && typeof solve.solved === "boolean";
  if (!hasFields) return false;
  const boards = new Board(solve.size, solve.start).boards(solve.moves);
  const isLegal = boards.length === solve.moves.length + 1;
  return isLegal && (!solve.solved || boards.at(-1).equals(new Board(solve.size, solve.goal)));
}
