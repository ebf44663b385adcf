// The score above the board: moves, pushes, time, and moves per second.

import { pushes } from "./board.js";
import { asTime } from "./clock.js";
import { byId } from "./element.js";
import { counted } from "./number.js";

export function scoreBoard(game) {
  const [moves, pushed, time, speed] = ["moves", "pushes", "time", "speed"].map(byId);
  let frame = 0;

  /** Shows the time once per frame while the clock runs. */
  function tick() {
    frame = game.clock.running ? requestAnimationFrame(tick) : 0;
    time.textContent = asTime(game.clock.spent);
  }

  function update() {
    const { history, clock } = game;
    moves.textContent = history.at;
    pushed.textContent = counted(pushes(history.played), "push");
    const seconds = clock.spent / 1000;
    speed.textContent = seconds > 0 && history.at > 1 ? `${(history.at / seconds).toFixed(1)} moves/s` : "0.0 moves/s";
    if (frame === 0) tick();
  }

  for (const name of ["load", "goal", "move", "win"]) game.addEventListener(name, update);
}
