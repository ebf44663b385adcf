// A chart that the engine drew: SVG text, put into the page so that its colours follow the page's.

/** Puts a chart into a figure. Only drawings are let in: no scripts, links or foreign contents. */
export function showChart(figure, text) {
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (drawing.localName !== "svg") throw new Error("the engine sent no drawing");
  for (const stranger of drawing.querySelectorAll("script, foreignObject, a, image, use, style")) stranger.remove();
  drawing.removeAttribute("width");
  drawing.removeAttribute("height");
  figure.replaceChildren(document.importNode(drawing, true));
  figure.hidden = false;
}
