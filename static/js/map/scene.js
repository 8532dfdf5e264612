// The single nodes in the window, joined where they go from one tile into the next, with
// their parents: what edges, names and the pointer need. It is made again when the window
// or the tiles change, and not by a step. Its arrays are used again.

import { Kind, Tile } from "./tiles.js";

/** An edge is drawn to a node at least this wide, in CSS pixels; narrower ones are a wash of ink. */
const leastEdge = 1.6;

/** Numbers of an edge: two points, and the event at which it appears with two bits that say what it leads to. */
export const edgeNumbers = 6;

export class Scene {
  n = 0;
  from = new Float64Array(1024);
  to = new Float64Array(1024);
  /** Which item of which piece. */
  piece = new Int32Array(1024);
  item = new Int32Array(1024);
  parent = new Int32Array(1024);
  row = new Int32Array(1024);
  joined = new Uint8Array(1024);
  /** Where the nodes of a row begin; one more than there are rows in it. @type {number[]} */
  starts = [];
  firstRow = 0;
  /** @type {import("./tiles.js").Piece[]} */
  pieces = [];
  /** Nodes that are in several tiles, as a tile of their own. @type {import("./tiles.js").Piece | null} */
  wide = null;
  edges = new Float32Array(1024);
  edgeCount = 0;

  #room() {
    if (this.n < this.from.length) return;
    const more = this.n * 2;
    const grow = (/** @type {any} */ old) => {
      const fresh = new old.constructor(more);
      fresh.set(old);
      return fresh;
    };
    for (const name of /** @type {const} */ (["from", "to", "piece", "item", "parent", "row", "joined"])) this[name] = grow(this[name]);
  }

  /** @param {number} k */
  tile(k) {
    return this.pieces[this.piece[k]].tile;
  }

  /** @param {import("./tiles.js").Piece[]} pieces @param {import("./view.js").View} view */
  build(pieces, view) {
    this.pieces = pieces;
    this.n = 0;
    this.starts.length = 0;
    const seen = view.extent;
    const top = (this.firstRow = Math.max(0, Math.floor(seen.top) - 1)), bottom = Math.min(view.rows - 1, Math.ceil(seen.bottom));
    for (let row = top; row <= bottom; row++) {
      const begin = this.n;
      this.starts.push(begin);
      let last = -1, open = -1;
      for (let p = 0; p < pieces.length; p++) {
        const { tile } = pieces[p], r = row - tile.row;
        if (r < 0 || r >= 16 || tile.to < seen.from || tile.from > seen.to) continue;
        const each = (tile.to - tile.from) / 65535;
        for (let i = tile.starts[r]; i < tile.starts[r + 1]; i++) {
          const kind = tile.kind[i];
          if (!(kind & Kind.single)) continue;
          const index = tile.index[i], to = tile.from + each * tile.right[i];
          if (index === last && open >= 0 && kind & Kind.onLeft) {
            this.to[open] = to; // it goes on from the tile before
            if (!(kind & Kind.onRight)) open = -1;
            continue;
          }
          if (index <= last) continue; // a tile that stands in for two
          last = index;
          this.#room();
          const k = this.n++;
          this.from[k] = tile.from + each * tile.left[i];
          this.to[k] = to;
          this.piece[k] = p;
          this.item[k] = i;
          this.row[k] = row;
          this.parent[k] = -1;
          this.joined[k] = kind & (Kind.onLeft | Kind.onRight) ? 1 : 0;
          open = kind & Kind.onRight ? k : -1;
        }
      }
      if (row > top) this.#parents(begin);
    }
    this.starts.push(this.n);
    this.wide = this.#joinedTile(view);
    this.edgeCount = 0;
    if (view.shape === "tree") this.#edges(view);
  }

  /** Finds the parents of the nodes of the last row: a parent has the x of its children. @param {number} begin */
  #parents(begin) {
    let p = this.starts[this.starts.length - 2];
    for (let k = begin; k < this.n; k++) {
      const middle = (this.from[k] + this.to[k]) / 2;
      while (p < begin && this.to[p] <= middle) p++;
      if (p < begin && this.from[p] <= middle) this.parent[k] = p;
    }
  }

  /** @param {import("./view.js").View} view */
  #joinedTile(view) {
    let n = 0;
    for (let k = 0; k < this.n; k++) n += this.joined[k];
    if (n === 0) return null;
    const span = view.width / view.scale, from = view.x - span, to = view.x + 2 * span;
    const one = (n + 3) & ~3, two = (2 * n + 3) & ~3;
    const buffer = new ArrayBuffer(40 + 16 * n + 2 * two + 8 * one), head = new DataView(buffer);
    head.setUint32(0, 0x31544d45, true);
    head.setFloat64(8, from, true);
    head.setFloat64(16, to, true);
    head.setUint16(24, 0, true);
    head.setUint32(28, n, true);
    const sample = this.pieces[0].tile;
    head.setUint32(32, sample.events, true);
    head.setUint32(36, sample.flags, true);
    const tile = new Tile(buffer, 0, 0, 0);
    const u16 = (/** @type {number} */ x) => Math.round(Math.min(1, Math.max(0, (x - from) / (to - from))) * 65535);
    let j = 0;
    for (let k = 0; k < this.n; k++) {
      if (!this.joined[k]) continue;
      const t = this.tile(k), i = this.item[k];
      tile.first[j] = t.first[i];
      tile.last[j] = t.last[i];
      tile.count[j] = t.count[i];
      tile.index[j] = t.index[i];
      tile.left[j] = u16(this.from[k]);
      tile.right[j] = u16(this.to[k]);
      tile.rowOf[j] = this.row[k];
      tile.kind[j] = t.kind[i] & ~(Kind.onLeft | Kind.onRight);
      tile.rule[j] = t.rule[i];
      tile.entered[j] = t.entered[i];
      tile.cut[j] = t.cut[i];
      tile.again[j] = t.again[i];
      tile.visits[j] = t.visits[i];
      tile.mover[j] = t.mover[i];
      j++;
    }
    return { tile, from: -Infinity, to: Infinity };
  }

  /** @param {import("./view.js").View} view */
  #edges(view) {
    let n = 0;
    if (this.edges.length < this.n * edgeNumbers) this.edges = new Float32Array(this.n * edgeNumbers * 2);
    const e = this.edges, box = view.box;
    for (let k = 0; k < this.n; k++) {
      const p = this.parent[k];
      if (p < 0) continue;
      const from = view.px(this.from[k]), to = view.px(this.to[k]);
      if (to - from < leastEdge || to < 0 || from > view.width) continue;
      const t = this.tile(k), i = this.item[k];
      e[n++] = view.centre(view.px(this.from[p]), view.px(this.to[p]));
      e[n++] = view.py(this.row[p]) + box;
      e[n++] = view.centre(from, to);
      e[n++] = view.py(this.row[k]);
      e[n++] = t.first[i];
      e[n++] = t.cut[i] > 127 ? 1 : t.again[i] > 127 ? 2 : 0;
      this.edgeCount++;
    }
  }

  /** The node at a place, -1: none. @param {number} row @param {number} leaf */
  at(row, leaf) {
    const r = row - this.firstRow;
    if (r < 0 || r >= this.starts.length - 1) return -1;
    for (let k = this.starts[r]; k < this.starts[r + 1]; k++) if (this.from[k] <= leaf && leaf < this.to[k]) return k;
    return -1;
  }

  /** A node of the window by its place in its row, -1: it is not there. @param {number} row @param {number} index */
  find(row, index) {
    const r = row - this.firstRow;
    if (r < 0 || r >= this.starts.length - 1) return -1;
    for (let k = this.starts[r]; k < this.starts[r + 1]; k++) if (this.tile(k).index[this.item[k]] === index) return k;
    return -1;
  }
}
