// Charts from the engine: SVG that is inserted into the page, so that the page's colours apply.

/** Inserts a chart into a figure, without scripts, links or other active content. */
export function showChart(figure, text) {
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (drawing.localName !== "svg") throw new Error("the engine did not send a chart");
  for (const unsafe of drawing.querySelectorAll("script, foreignObject, a, image, use, style")) unsafe.remove();
  drawing.removeAttribute("width");
  drawing.removeAttribute("height");
  figure.replaceChildren(document.importNode(drawing, true));
  figure.hidden = false;
}
