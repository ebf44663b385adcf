// Finds elements by id, and creates elements in one expression.

/** Returns the element of this id; throws if there is none, because the page would be broken. */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found;
}

/** Creates an element with attributes and children. Functions become listeners: `{ onclick: … }`. */
export function element(name, attributes = {}, ...children) {
  return configure(document.createElement(name), attributes, children);
}

/** Creates an SVG element. */
export function svg(name, attributes = {}, ...children) {
  return configure(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function configure(target, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) target.addEventListener(key.slice(2), value);
    else if (value === true) target.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) target.setAttribute(key, value);
  }
  target.append(...children.filter((child) => child !== null && child !== undefined));
  return target;
}

/** Fills a `<select>` with `[value, text]` pairs and selects one of them. */
export function fill(select, options, selected) {
  select.replaceChildren(...options.map(([value, text]) => element("option", { value }, text)));
  if (selected !== undefined && options.some(([value]) => String(value) === String(selected))) select.value = selected;
}

/** Enables or disables a button. Unlike the `disabled` attribute, this keeps the focus. */
export function setEnabled(button, enabled) {
  button.setAttribute("aria-disabled", String(!enabled));
}

/** Changes the icon of a button. */
export function setIcon(button, name) {
  button.querySelector("use").setAttribute("href", `#i-${name}`);
}
