// The window of a map: what part of it is seen, and at what size. x is counted in leaves, y
// in rows. One number, the pixels of a leaf, is the zoom; rows become higher as it grows.
// It has no DOM.

/** CSS pixels of a leaf at the nearest zoom. */
const nearest = 190;

/** CSS pixels left free at the sides. */
const side = 18;

/** CSS pixels left free above and below the rows. */
const edge = 14;

/** The height of a row in CSS pixels: the least and the most when the whole is fitted, and at the nearest zoom. */
const heights = { icicle: { least: 14, most: 84, near: 92 }, tree: { least: 22, most: 96, near: 128 } };

/** The largest box of a node in the tree, in CSS pixels, as in the figures. */
const largestBox = 34;

/** @typedef {"tree" | "icicle"} Shape */

export class View {
  width = 1;
  height = 1;
  /** The width of the map in leaves. */
  span = 1;
  rows = 1;
  /** @type {Shape} */
  shape = "icicle";
  heights = heights;
  /** The leaf at the left edge, and CSS pixels per leaf. */
  x = 0;
  scale = 1;
  /** CSS pixels from the top of the first row to the top of the window. */
  y = 0;
  /** The height of a row of the map beside which this one is, 0: it has its own. */
  rowBeside = 0;
  /** Nobody has moved it: it fits the whole. */
  fitted = true;

  get leastScale() {
    return Math.max(1, this.width - 2 * side) / this.span;
  }

  get mostScale() {
    return Math.max(this.leastScale, nearest);
  }

  get fittedRow() {
    const h = this.heights[this.shape];
    return Math.min(h.most, Math.max(h.least, (this.height - 2 * edge - (this.shape === "tree" ? 20 : 0)) / this.rows));
  }

  /** How near it is: 0 shows the whole, 1 is the nearest. */
  get nearness() {
    const least = this.leastScale, most = this.mostScale;
    if (most <= least * 1.001) return 1;
    return Math.min(1, Math.max(0, Math.log(this.scale / least) / Math.log(most / least)));
  }

  /** The height of a row, in CSS pixels. */
  get row() {
    if (this.rowBeside) return this.rowBeside;
    const near = this.heights[this.shape].near, fitted = this.fittedRow, t = this.nearness;
    return fitted + Math.max(0, near - fitted) * t * t;
  }

  /** The height of a box in the tree. */
  get box() {
    return Math.min(largestBox, this.row * (0.62 - 0.3 * this.nearness));
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    const middle = this.x + this.width / 2 / this.scale;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.fitted) this.fit();
    else {
      this.x = middle - this.width / 2 / this.scale;
      this.clamp();
    }
  }

  /** @param {number} span @param {number} rows */
  grow(span, rows) {
    this.span = Math.max(1, span);
    this.rows = Math.max(1, rows);
    if (this.fitted) this.fit();
    else this.clamp();
  }

  fit() {
    this.fitted = true;
    this.scale = this.leastScale;
    this.x = -side / this.scale;
    this.y = 0;
    this.clamp();
  }

  clamp() {
    this.scale = Math.min(this.mostScale, Math.max(this.leastScale, this.scale));
    const margin = side / this.scale, most = this.span + margin - this.width / this.scale;
    this.x = most <= -margin ? (this.span - this.width / this.scale) / 2 : Math.min(most, Math.max(-margin, this.x));
    const total = this.rows * this.row + (this.shape === "tree" ? 20 : 0), low = total + edge - this.height;
    this.y = low <= -edge ? -Math.max(edge, (this.height - total) / 2) : Math.min(low, Math.max(-edge, this.y));
  }

  /** @param {number} dx @param {number} dy  CSS pixels */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy;
    this.fitted = false;
    this.clamp();
  }

  /** Zooms so that what is at a point stays there. @param {number} factor @param {number} px @param {number} py */
  zoom(factor, px, py) {
    const leaf = this.x + px / this.scale, row = (this.y + py) / this.row;
    this.scale = Math.min(this.mostScale, Math.max(this.leastScale, this.scale * factor));
    this.x = leaf - px / this.scale;
    this.y = row * this.row - py;
    this.fitted = this.scale <= this.leastScale * 1.0001;
    this.clamp();
  }

  /** Shows a range of leaves in a row in the middle. @param {number} from @param {number} to @param {number} row @param {number} [scale] */
  show(from, to, row, scale = this.scale) {
    this.scale = Math.min(this.mostScale, Math.max(this.leastScale, scale));
    this.x = (from + to) / 2 - this.width / 2 / this.scale;
    this.y = (row + 0.5) * this.row - this.height / 2;
    this.fitted = false;
    this.clamp();
  }

  /** The pixel of a leaf. @param {number} leaf */
  px(leaf) {
    return (leaf - this.x) * this.scale;
  }

  /** The pixel of the top of a row. @param {number} row */
  py(row) {
    return row * this.row - this.y;
  }

  /** @returns {import("./tiles.js").Extent} */
  get extent() {
    const h = this.row;
    return { from: this.x, to: this.x + this.width / this.scale, top: Math.max(0, this.y / h), bottom: Math.max(0, (this.y + this.height) / h), scale: this.scale };
  }

  /**
   * Where the centre of a node is: in the middle of what is seen of it, so that the ancestors of what is near stay in sight.
   * @param {number} from @param {number} to  pixels
   */
  centre(from, to) {
    const a = Math.max(from, 0), b = Math.min(to, this.width);
    return b <= a ? (from + to) / 2 : (a + b) / 2;
  }

  /** The state as it is for an animation. */
  get place() {
    return { x: this.x, y: this.y, scale: this.scale, fitted: this.fitted };
  }

  set place(p) {
    Object.assign(this, p);
  }
}
