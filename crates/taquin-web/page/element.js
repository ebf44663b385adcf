// Elements by id, and elements made in one expression.

/** The element of this id; the page is broken without it, so its absence is an error at once. */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found;
}

/** An element with attributes and children. Functions become listeners: `{ onclick: … }`. */
export function element(name, attributes = {}, ...children) {
  return dress(document.createElement(name), attributes, children);
}

/** The same for drawings. */
export function svg(name, attributes = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function dress(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Fills a `<select>` with `[value, text]` pairs and chooses one of them. */
export function fill(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => element("option", { value }, text)));
  if (chosen !== undefined && options.some(([value]) => String(value) === String(chosen))) select.value = chosen;
}

/** Whether pressing a button does anything now. It keeps the focus in any case, unlike one that is disabled. */
export function setUseful(button, useful) {
  button.setAttribute("aria-disabled", String(!useful));
}

/** A button's icon, changed. */
export function setIcon(button, name) {
  button.querySelector("use").setAttribute("href", `#i-${name}`);
}
