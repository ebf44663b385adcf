// The visible part of a large drawing: a centre and a scale, which can glide to another position.

const SMALLEST = 0.00001;
const LARGEST = 3;

export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  /** The vertical scale is never smaller than this: a tree that is much wider than high stays as high as its box. */
  smallestDown = 0;
  #from = null;
  #to = null;
  #since = 0;
  #duration = 0;

  /** The position that the camera is at or gliding to. */
  get target() {
    return this.#to ?? { x: this.x, y: this.y, scale: this.scale };
  }

  /** The vertical scale. */
  get down() {
    return this.#down(this.scale);
  }

  #down(scale) {
    return Math.max(scale, this.smallestDown);
  }

  get isMoving() {
    return this.#to !== null;
  }

  /** Goes to a position within some milliseconds, or at once. */
  go({ x, y, scale = this.target.scale }, milliseconds, now) {
    const to = { x, y, scale: Math.min(LARGEST, Math.max(SMALLEST, scale)) };
    if (milliseconds <= 0) {
      Object.assign(this, to);
      this.#to = null;
      return;
    }
    this.#from = { x: this.x, y: this.y, scale: this.scale };
    this.#to = to;
    this.#since = now;
    this.#duration = milliseconds;
  }

  /** Moves to where it should be at a time. */
  advance(now) {
    if (!this.#to) return;
    const t = Math.min(1, Math.max(0, (now - this.#since) / this.#duration));
    const eased = 1 - (1 - t) ** 3;
    const between = (name) => this.#from[name] + (this.#to[name] - this.#from[name]) * eased;
    this.x = between("x");
    this.y = between("y");
    this.scale = this.#from.scale * (this.#to.scale / this.#from.scale) ** eased;
    if (t === 1) {
      Object.assign(this, this.#to);
      this.#to = null;
    }
  }

  /** Returns the position that keeps a point of the drawing in place while the scale changes. */
  zoomed(factor, px, py) {
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
    const [x, y] = [this.x + px / this.scale, this.y + py / this.down];
    return { x: x - px / scale, y: y - py / this.#down(scale), scale };
  }
}
