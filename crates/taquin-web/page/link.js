// Links: the URL fragment contains the whole game. Browsers do not send it to the server.
//
//   #size=3x3&board=8-6-7-2-5-4-3-0-1&goal=spiral&metric=multi&moves=LDRD&at=2&view=search
//
// `goal` is a name or a list of tiles like `board`; `metric` is what counts as one move; `moves` are the directions of the
// tiles, starting from `board`; `at` is how many of them are played.

/** With more moves than this, only the current board is stored, because URLs have a maximum length. */
const MAX_MOVES = 4000;

/** Parses a fragment; missing and malformed parts are null, but a malformed board is empty. */
export function readLink(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const size = /^(\d{1,3})x(\d{1,3})$/.exec(words.get("size") ?? "");
  // No board of the page has numbers of more than four digits.
  const tiles = (name) => (/^\d{1,4}(-\d{1,4})*$/.test(words.get(name) ?? "") ? words.get(name).split("-").map(Number) : null);
  const moves = words.get("moves") ?? "";
  return {
    size: size ? [Number(size[1]), Number(size[2])] : null,
    board: words.has("board") ? tiles("board") ?? [] : null,
    goal: tiles("goal") ?? words.get("goal"),
    metric: words.get("metric") === "multi" ? "multi" : "single",
    moves: /^[ULRD]*$/.test(moves) ? moves : "",
    at: Number.parseInt(words.get("at") ?? "0", 10) || 0,
    view: words.get("view") ?? "play",
  };
}

/** Returns the fragment of a link to this page, at whatever address it is; null if the text is something else. */
export function fragmentIn(text) {
  const [link] = /#\S*\bboard=\S+/.exec(text) ?? [];
  return link ?? null;
}

/** Returns the fragment of a game. */
export function writeLink(game, view) {
  const { origin, present, moves, at } = game.history;
  const whole = moves.length <= MAX_MOVES;
  const board = whole ? origin : present;
  const parts = [`size=${board.rows}x${board.cols}`, `board=${board.tiles.join("-")}`];
  if (game.goalName === "own") parts.push(`goal=${game.goal.tiles.join("-")}`);
  else if (game.goalName !== "rows") parts.push(`goal=${game.goalName}`);
  if (game.metric !== "single") parts.push(`metric=${game.metric}`);
  if (moves.length > 0 && whole) {
    parts.push(`moves=${moves}`);
    if (at > 0) parts.push(`at=${at}`);
  }
  if (view !== "play") parts.push(`view=${view}`);
  return `#${parts.join("&")}`;
}
