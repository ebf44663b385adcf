// What a win looks like: a wave through the tiles, and confetti. Nothing moves for people who prefer reduced motion.

import { element } from "./element.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const COLOURS = ["--accent", "--light", "--series-2", "--series-4", "--series-7"];
const PIECES = 70;

export function celebrate(view) {
  const { grid, board } = view;
  grid.classList.add("won");
  const over = () => grid.classList.remove("won");
  if (STILL.matches) {
    setTimeout(over, 1500);
    return;
  }
  const waves = [...grid.querySelectorAll(".tile")].map((tile, cell) =>
    tile.animate(
      [{ transform: "none" }, { transform: "translateY(-14%) scale(1.06)", offset: 0.4 }, { transform: "none" }],
      { duration: 520, delay: 55 * (board.row(cell) + board.col(cell)), easing: "ease-in-out" },
    ));
  Promise.allSettled(waves.map(({ finished }) => finished)).then(over);
  confetti(grid.parentElement);
}

/** Throws pieces of paper from the middle of a place; they are removed when they have fallen. */
function confetti(place) {
  const cloud = element("div", { class: "confetti", "aria-hidden": "true" });
  place.append(cloud);
  const reach = place.clientWidth;
  const falls = Array.from({ length: PIECES }, (_, i) => {
    const piece = element("i");
    piece.style.setProperty("background", `var(${COLOURS[i % COLOURS.length]})`);
    cloud.append(piece);
    const across = (Math.random() - 0.5) * reach * 1.1;
    const up = (0.25 + 0.45 * Math.random()) * reach;
    const turn = 720 * (Math.random() - 0.5);
    const top = `translate(${across * 0.7}px, ${-up}px) rotate(${turn}deg)`;
    const bottom = `translate(${across}px, ${reach * 0.75}px) rotate(${2 * turn}deg)`;
    return piece.animate(
      [
        { transform: "translate(0, 0) scale(0.4)", opacity: 1 },
        { transform: top, opacity: 1, offset: 0.35, easing: "cubic-bezier(.5,0,.9,.6)" },
        { transform: bottom, opacity: 0 },
      ],
      { duration: 1500 + 700 * Math.random(), easing: "cubic-bezier(.1,.7,.4,1)", fill: "forwards" },
    ).finished;
  });
  Promise.allSettled(falls).then(() => cloud.remove());
}
