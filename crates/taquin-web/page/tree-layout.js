// The layout of a growing tree, in linear time: parents are centred above their children, and subtrees are as close as
// their outlines allow. The algorithm is that of Reingold and Tilford, in the form that van der Ploeg gave it for any
// number of children.

/** Positions of slots in units: `x` across, `y` down. Rows list the slots from left to right. */
export class TreeLayout {
  #columns;
  #order;

  /** @param slots the columns of a trace's slots; `mirrored` draws the second tree upside down below the first */
  constructor(slots, { mirrored }) {
    this.slots = slots;
    this.mirrored = mirrored;
    const room = slots.count + 1;
    const whole = () => new Int32Array(room);
    const real = () => new Float32Array(room);
    this.x = real();
    this.y = real();
    this.count = 0;
    this.rows = [];
    this.#columns = {
      // The first and last child, and the next sibling.
      first: whole(),
      last: whole(),
      next: whole(),
      // Below a leaf, the next slot of the left and of the right outline.
      left: whole(),
      right: whole(),
      // The deepest slots of both outlines, and the sums of the shifts on the way to them.
      lowLeft: whole(),
      lowRight: whole(),
      sumLeft: real(),
      sumRight: real(),
      // The position relative to the parent, without and with the shift of the whole subtree.
      prelim: real(),
      mod: real(),
    };
    this.#order = whole();
  }

  /** Lays out the first `count` slots. */
  place(count) {
    const { parent, side } = this.slots;
    const columns = this.#columns;
    const { first, next, last } = columns;
    this.count = count;
    for (const name of ["first", "next", "last", "left", "right"]) columns[name].fill(-1, 0, count + 1);
    for (const name of ["prelim", "mod", "sumLeft", "sumRight"]) columns[name].fill(0, 0, count + 1);
    const roots = [];
    for (let slot = 0; slot < count; slot += 1) {
      const above = parent[slot];
      if (above < 0) roots.push(slot);
      else {
        if (last[above] < 0) first[above] = slot;
        else next[last[above]] = slot;
        last[above] = slot;
      }
    }
    // Children have larger numbers than their parents.
    for (let slot = count - 1; slot >= 0; slot -= 1) this.#arrange(slot);
    const beside = roots.length > 1 && !this.mirrored;
    if (beside) {
      // A root of the roots, which is not drawn.
      [first[count], next[roots[0]], last[count]] = [roots[0], roots[1], roots[1]];
      this.#arrange(count);
      columns.mod[roots[1]] += 1;
    }
    this.#settle(count, roots, beside);
    if (roots.length > 1) for (const root of roots) next[root] = -1;
    this.#collect(roots, side);
  }

  /** Places the children of a slot beside each other and the slot above their middle. */
  #arrange(slot) {
    const { first, next, last, lowLeft, lowRight, prelim, mod, sumLeft, sumRight } = this.#columns;
    const start = first[slot];
    if (start < 0) {
      lowLeft[slot] = slot;
      lowRight[slot] = slot;
      return;
    }
    for (let child = start; next[child] >= 0; child = next[child]) this.#separate(start, child, next[child]);
    const end = last[slot];
    prelim[slot] = (prelim[start] + mod[start] + mod[end] + prelim[end]) / 2;
    lowLeft[slot] = lowLeft[start];
    sumLeft[slot] = sumLeft[start];
    lowRight[slot] = lowRight[end];
    sumRight[slot] = sumRight[end];
  }

  /** Moves the subtree of `child` to the right until it does not touch its older siblings. */
  #separate(start, sibling, child) {
    const { first, last, left, right, lowLeft, lowRight, prelim, mod, sumLeft, sumRight } = this.#columns;
    let [one, two] = [sibling, child];
    let [sumOne, sumTwo] = [mod[one], mod[two]];
    while (one >= 0 && two >= 0) {
      const overlap = sumOne + prelim[one] + 1 - sumTwo - prelim[two];
      if (overlap > 0) {
        sumTwo += overlap;
        mod[child] += overlap;
        sumLeft[child] += overlap;
        sumRight[child] += overlap;
      }
      one = first[one] < 0 ? right[one] : last[one];
      two = first[two] < 0 ? left[two] : first[two];
      if (one >= 0) sumOne += mod[one];
      if (two >= 0) sumTwo += mod[two];
    }
    if (two >= 0) {
      const low = lowLeft[start];
      left[low] = two;
      const difference = sumTwo - mod[two] - sumLeft[start];
      mod[low] += difference;
      prelim[low] -= difference;
      lowLeft[start] = lowLeft[child];
      sumLeft[start] = sumLeft[child];
    } else if (one >= 0) {
      const low = lowRight[child];
      right[low] = one;
      const difference = sumOne - mod[one] - sumRight[child];
      mod[low] += difference;
      prelim[low] -= difference;
      lowRight[child] = lowRight[sibling];
      sumRight[child] = sumRight[sibling];
    }
  }

  /** Turns relative positions into those of the page. */
  #settle(count, roots, beside) {
    const { parent } = this.slots;
    const { prelim, mod } = this.#columns;
    const shift = new Map(roots.map((root) => [root, beside ? 0 : -prelim[root] - mod[root]]));
    // `sumLeft` is not needed any more and holds the sums of the shifts.
    const sums = this.#columns.sumLeft;
    for (let slot = 0; slot < count; slot += 1) {
      sums[slot] = mod[slot] + (parent[slot] < 0 ? shift.get(slot) : sums[parent[slot]]);
      this.x[slot] = prelim[slot] + sums[slot];
    }
  }

  /** Lists the slots of each row from left to right. */
  #collect(roots, side) {
    const { first, next } = this.#columns;
    const order = this.#order;
    this.rows = [];
    let filled = 0;
    const trees = this.mirrored ? roots.map((root) => [root]) : [roots];
    for (const tree of trees) {
      let start = filled;
      for (const root of tree) {
        order[filled] = root;
        filled += 1;
      }
      while (start < filled) {
        const end = filled;
        this.rows.push({ start, end, side: side[order[start]], y: 0 });
        for (let place = start; place < end; place += 1) {
          for (let child = first[order[place]]; child >= 0; child = next[child]) {
            order[filled] = child;
            filled += 1;
          }
        }
        start = end;
      }
    }
    this.order = order;
    const height = this.rows.length;
    const flipped = this.mirrored ? this.rows.findIndex((row) => row.side === 1) : -1;
    this.rows.forEach((row, index) => {
      row.y = flipped >= 0 && index >= flipped ? height - 1 - (index - flipped) : index;
      for (let place = row.start; place < row.end; place += 1) this.y[order[place]] = row.y;
    });
    this.rows.sort((a, b) => a.y - b.y);
    this.left = Infinity;
    this.right = -Infinity;
    for (const { start, end } of this.rows) {
      this.left = Math.min(this.left, this.x[order[start]]);
      this.right = Math.max(this.right, this.x[order[end - 1]]);
    }
    this.bottom = Math.max(0, height - 1);
  }
}
