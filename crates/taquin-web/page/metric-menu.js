// What the solver counts as one move: a slide of one tile, or a push of several.

import { byId, fill } from "./element.js";

export function metricMenu(game, about) {
  const menu = byId("solve-metric");
  fill(menu, about.metrics.map(({ name, title }) => [name, title]), game.metric);
  menu.addEventListener("change", () => game.setMetric(menu.value));
  game.addEventListener("load", () => {
    menu.value = game.metric;
  });
}
