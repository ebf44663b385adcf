// Says why a search expands a node next.

import { counted } from "./number.js";

const TIES = {
  "deep-first": (of) => of.deeper(),
  "shallow-first": (of) => of.shallower(),
  insertion: () => "the oldest of them is taken",
  state: () => "the smallest board of them, read as a number, is taken",
};

/** Returns a sentence about the expansion before a place, without a full stop. */
export function selectionReason(text, place) {
  const { trace, method } = text;
  const node = trace.values[place - 1];
  const { algorithm } = method;
  const sum = text.sum(node);
  if (trace.g[node] === 0 && trace.side[node] === 0) return `the search begins at the start (${sum})`;
  if (algorithm === "bfs") return `the oldest open node is next (${sum})`;
  if (algorithm === "dfs" && trace.hasOpenList) return `the newest open node is next (${sum})`;
  if (algorithm === "dfs" || algorithm === "iddfs") return `the search goes deeper: the child that was just generated is expanded (${sum})`;
  if (algorithm === "idastar") return `the search goes deeper: ${sum} is within the f-limit ${trace.bound(place)}`;
  if (algorithm === "bidirectional") return layerReason(text, place, node);
  const turn = algorithm === "lockstep" ? `it is the turn of the ${trace.side[node] === 0 ? "board" : "twin"}; ` : "";
  return turn + priorityReason(text, place, node);
}

function layerReason({ trace }, place, node) {
  const side = trace.side[node];
  const name = side === 0 ? "from the start" : "from the goal";
  const [own, other] = [trace.open[side][place - 1], trace.open[1 - side][place - 1]];
  const last = previousExpansion(trace, place);
  const isNewLayer = last < 0 || trace.side[last] !== side || trace.g[last] !== trace.g[node];
  if (!isNewLayer) return `the next node of the same layer, ${name} (g = ${trace.g[node]})`;
  return `a new layer begins, ${name}: it has ${counted(own, "node")}, that of the other side ${other} (g = ${trace.g[node]})`;
}

function previousExpansion(trace, place) {
  for (let step = place - 2; step >= 0; step -= 1) if (trace.kinds[step] === "e") return trace.values[step];
  return -1;
}

function priorityReason(text, place, node) {
  const { trace, method } = text;
  const letter = method.algorithm === "greedy" ? "h" : "f";
  const value = text.value(node);
  const sum = letter === "f" ? text.sum(node) : `h = ${value}`;
  const open = trace.openNodes(place - 1, trace.side[node]);
  const equal = open.filter((other) => text.value(other) === value);
  const smallest = `the smallest ${letter} in the open list is next: ${sum}`;
  if (equal.length === 1) return `${smallest}. No other node has it`;
  const shared = `${smallest}. ${equal.length} nodes have it`;
  if (trace.poppedAt[node] < place - 1) {
    const count = trace.batches.get(trace.poppedAt[node]);
    return `${shared}; this one was popped together with ${counted(count - 1, "other")} of the same f and g, and they come before newer nodes`;
  }
  const depths = equal.map((other) => trace.g[other]);
  const same = depths.filter((g) => g === trace.g[node]).length;
  const of = {
    deeper: () => (same === 1 ? `the one with the largest g is taken` : `of the ${same} with the largest g the newest is taken`),
    shallower: () => (same === 1 ? `the one with the smallest g is taken` : `of the ${same} with the smallest g the oldest is taken`),
  };
  return `${shared}; ${TIES[method.ties ?? "deep-first"](of)}`;
}
