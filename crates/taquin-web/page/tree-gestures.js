// Moves a search tree by mouse, touch and keyboard: dragging pans, two fingers or Ctrl and the wheel zoom, a click chooses
// a node, arrow keys go from node to node.

/** A pointer that moved less is a click. */
const SLACK = 5;
const ZOOM_KEYS = { "+": 1.3, "=": 1.3, "-": 1 / 1.3 };

export function watchTree(tree) {
  const { box } = tree;
  const pointers = new Map();
  let travelled = 0;

  const at = ({ clientX, clientY }) => {
    const { left, top } = box.getBoundingClientRect();
    return [clientX - left - box.clientLeft, clientY - top - box.clientTop];
  };
  /** Returns the middle of all pointers, and how far apart they are. */
  const grip = () => {
    const points = [...pointers.values()];
    const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
    const apart = points.length < 2 ? 0 : Math.hypot(points[0][0] - points[1][0], points[0][1] - points[1][1]);
    return { middle, apart };
  };

  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) travelled = 0;
    pointers.set(event.pointerId, at(event));
    box.setPointerCapture(event.pointerId);
  });
  box.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const before = grip();
    pointers.set(event.pointerId, at(event));
    const after = grip();
    const [dx, dy] = [after.middle[0] - before.middle[0], after.middle[1] - before.middle[1]];
    travelled += Math.hypot(dx, dy) + Math.abs(after.apart - before.apart);
    if (travelled <= SLACK) return;
    tree.pan(dx, dy);
    if (before.apart > 0 && after.apart > 0) {
      tree.zoom(after.apart / before.apart, after.middle[0] - tree.middle.x, after.middle[1] - tree.middle.y);
    }
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId) || event.type !== "pointerup" || travelled > SLACK) return;
    const node = tree.nodeAt(...at(event));
    if (node >= 0) tree.onChoose(node);
  };
  for (const name of ["pointerup", "pointercancel"]) box.addEventListener(name, release);

  // The wheel alone scrolls the page.
  box.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const [x, y] = at(event);
    tree.zoom(Math.exp(-event.deltaY / 300), x - tree.middle.x, y - tree.middle.y);
  }, { passive: false });

  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (ZOOM_KEYS[event.key]) tree.zoom(ZOOM_KEYS[event.key]);
    else if (event.key === "0") tree.mode = "fit";
    else if (event.key.startsWith("Arrow")) {
      const node = tree.neighbour(event.key);
      if (node >= 0) tree.onChoose(node);
    } else return;
    event.preventDefault();
  });
}
