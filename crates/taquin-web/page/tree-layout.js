// The layout of a growing tree, in linear time: parents are centred above their children, and subtrees are as close as
// their outlines allow. The algorithm is that of Reingold and Tilford, in the form that van der Ploeg gave it for any
// number of children.
//
// A few more or fewer slots only change how their ancestors arrange their children. What an ancestor did to the outlines of
// its children is noted, so that it can be undone and done again.

/** More slots than these are not worth undoing: everything is arranged again. */
const FEW = 64;

/** Positions of slots in units: `x` across, `y` down. Rows list the slots from left to right. */
export class TreeLayout {
  #columns;
  #order;
  #roots = [];
  /** A root of two roots that are beside each other. It is not drawn. */
  #above;

  /** @param slots the columns of a trace's slots; `mirrored` draws the second tree upside down below the first */
  constructor(slots, { mirrored }) {
    this.slots = slots;
    this.mirrored = mirrored;
    const room = slots.count + 1;
    const whole = () => new Int32Array(room);
    const real = () => new Float64Array(room);
    this.x = new Float32Array(room);
    this.y = new Float32Array(room);
    this.count = 0;
    this.rows = [];
    this.#above = slots.count;
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
      // What the parent did to place this child: its shift, and the leaf whose outline it continued (twice its number, plus 1
      // for the right outline) with the difference of the shifts there.
      shift: real(),
      thread: whole(),
      difference: real(),
      // The sums of all shifts above.
      sum: real(),
    };
    this.#order = whole();
  }

  /** Lays out the first `count` slots. */
  place(count) {
    const { parent } = this.slots;
    const [low, high] = [Math.min(count, this.count), Math.max(count, this.count)];
    const isRoot = (slot) => parent[slot] < 0;
    const changed = Array.from({ length: Math.min(FEW, high - low) }, (_, index) => low + index);
    if (low === 0 || high - low > FEW || changed.some(isRoot)) this.#arrangeAll(count);
    else this.#arrangeAgain(changed, count);
    this.count = count;
    this.#settle(count);
    this.#collect();
  }

  get #isBeside() {
    return this.#roots.length > 1 && !this.mirrored;
  }

  #arrangeAll(count) {
    const columns = this.#columns;
    const { parent } = this.slots;
    for (const name of ["first", "next", "last", "left", "right", "thread"]) columns[name].fill(-1);
    for (const name of ["prelim", "mod", "shift"]) columns[name].fill(0);
    this.#roots = [];
    for (let slot = 0; slot < count; slot += 1) {
      if (parent[slot] < 0) this.#roots.push(slot);
      else this.#link(slot);
    }
    // Children have larger numbers than their parents.
    for (let slot = count - 1; slot >= 0; slot -= 1) this.#arrange(slot);
    this.#joinRoots((above) => this.#arrange(above));
  }

  /** Arranges the ancestors of slots that appeared or disappeared. */
  #arrangeAgain(changed, count) {
    const { parent } = this.slots;
    const touched = new Set(changed);
    for (const slot of changed) {
      for (let above = parent[slot]; above >= 0 && !touched.has(above); above = parent[above]) touched.add(above);
    }
    const upwards = [...touched].sort((a, b) => b - a);
    this.#joinRoots((above) => this.#undo(above));
    for (const slot of upwards) if (slot < this.count) this.#undo(slot);
    if (count > this.count) for (const slot of changed) this.#link(slot);
    else for (const slot of changed.reverse()) this.#unlink(slot);
    for (const slot of upwards) if (slot < count) this.#arrange(slot);
    this.#joinRoots((above) => this.#arrange(above));
  }

  #link(slot) {
    const { first, next, last } = this.#columns;
    const above = this.slots.parent[slot];
    if (last[above] < 0) first[above] = slot;
    else next[last[above]] = slot;
    last[above] = slot;
  }

  /** Removes a slot that is the last child of its parent. */
  #unlink(slot) {
    const { first, next, last } = this.#columns;
    const above = this.slots.parent[slot];
    if (first[above] === slot) {
      first[above] = -1;
      last[above] = -1;
      return;
    }
    let before = first[above];
    while (next[before] !== slot) before = next[before];
    next[before] = -1;
    last[above] = before;
  }

  /** Calls a function with the root of both roots, if they are beside each other. */
  #joinRoots(action) {
    if (!this.#isBeside) return;
    const { first, next, last } = this.#columns;
    const [one, two] = this.#roots;
    [first[this.#above], next[one], last[this.#above]] = [one, two, two];
    action(this.#above);
    next[one] = -1;
  }

  /** Places the children of a slot beside each other and the slot above their middle. */
  #arrange(slot) {
    const { first, next, last, left, right, lowLeft, lowRight, prelim, mod, sumLeft, sumRight, shift, thread, difference } = this.#columns;
    const start = first[slot];
    if (start < 0) {
      [lowLeft[slot], lowRight[slot]] = [slot, slot];
      [sumLeft[slot], sumRight[slot], prelim[slot]] = [0, 0, 0];
      return;
    }
    // The outlines of the children that are placed already.
    let [leftLow, leftSum, rightLow, rightSum] = [lowLeft[start], sumLeft[start], lowRight[start], sumRight[start]];
    let sibling = start;
    for (let child = next[start]; child >= 0; child = next[child]) {
      // Moves the subtree of `child` to the right until it does not touch its older siblings.
      let [one, two] = [sibling, child];
      let [sumOne, sumTwo] = [mod[one], mod[two]];
      let away = 0;
      while (one >= 0 && two >= 0) {
        const overlap = sumOne + prelim[one] + 1 - sumTwo - prelim[two];
        if (overlap > 0) {
          sumTwo += overlap;
          away += overlap;
        }
        one = first[one] < 0 ? right[one] : last[one];
        two = first[two] < 0 ? left[two] : first[two];
        if (one >= 0) sumOne += mod[one];
        if (two >= 0) sumTwo += mod[two];
      }
      shift[child] = away;
      mod[child] += away;
      let [low, between] = [-1, 0];
      let [childLow, childSum] = [lowRight[child], sumRight[child] + away];
      if (two >= 0) {
        [low, between] = [leftLow, sumTwo - mod[two] - leftSum];
        left[low] = two;
        thread[child] = 2 * low;
        [leftLow, leftSum] = [lowLeft[child], sumLeft[child] + away];
      } else if (one >= 0) {
        [low, between] = [childLow, sumOne - mod[one] - childSum];
        right[low] = one;
        thread[child] = 2 * low + 1;
        [childLow, childSum] = [rightLow, rightSum];
      }
      if (low >= 0) {
        mod[low] += between;
        prelim[low] -= between;
        difference[child] = between;
      }
      [rightLow, rightSum] = [childLow, childSum];
      sibling = child;
    }
    prelim[slot] = (prelim[start] + mod[start] + mod[sibling] + prelim[sibling]) / 2;
    [lowLeft[slot], sumLeft[slot], lowRight[slot], sumRight[slot]] = [leftLow, leftSum, rightLow, rightSum];
  }

  /** Takes back what arranging the children of a slot did to their subtrees. */
  #undo(slot) {
    const { first, next, left, right, prelim, mod, shift, thread, difference } = this.#columns;
    for (let child = first[slot]; child >= 0; child = next[child]) {
      mod[child] -= shift[child];
      shift[child] = 0;
      if (thread[child] < 0) continue;
      const low = thread[child] >> 1;
      (thread[child] & 1 ? right : left)[low] = -1;
      mod[low] -= difference[child];
      prelim[low] += difference[child];
      thread[child] = -1;
    }
  }

  /** Turns relative positions into those of the page. */
  #settle(count) {
    const { x } = this;
    const { parent } = this.slots;
    const { prelim, mod, sum } = this.#columns;
    const isBeside = this.#isBeside;
    for (let slot = 0; slot < count; slot += 1) {
      const above = parent[slot];
      // Two roots are further apart than siblings.
      const start = above >= 0 ? sum[above] : !isBeside ? -prelim[slot] - mod[slot] : slot === this.#roots[1] ? 1 : 0;
      sum[slot] = mod[slot] + start;
      x[slot] = prelim[slot] + sum[slot];
    }
  }

  /** Lists the slots of each row from left to right. */
  #collect() {
    const roots = this.#roots;
    const { side } = this.slots;
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
