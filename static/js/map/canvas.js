// The map without a graphics card: rows of pixels, each computed once and copied down. So
// the time does not depend on how high a row is, and little on how much there is in it.

import { Kind } from "./tiles.js";
import { found, style, textures } from "./look.js";

/** @typedef {import("./tiles.js").Piece} Piece */

export class Canvas {
  /** @type {ImageData | null} */
  #image = null;
  #pixels = new Uint32Array(0);
  #base = new Uint32Array(0);
  #over = new Uint32Array(0);
  #line = new Uint32Array(0);
  #texture = new Uint8Array(0);
  #outlined = new Uint8Array(0);
  /** The row of pixels for each of the eight rows of a texture. @type {Uint32Array[]} */
  #rows = [];

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  }

  #resize() {
    const { width, height } = this.canvas;
    if (this.#image?.width === width && this.#image.height === height) return;
    this.#image = this.context.createImageData(width, height);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
    this.#base = new Uint32Array(width);
    this.#over = new Uint32Array(width);
    this.#line = new Uint32Array(width);
    this.#texture = new Uint8Array(width);
    this.#outlined = new Uint8Array(width);
    this.#rows = Array.from({ length: 8 }, () => new Uint32Array(width));
  }

  /**
   * @param {Piece[]} pieces @param {import("./scene.js").Scene} scene @param {import("./view.js").View} view
   * @param {number} step @param {import("./look.js").Palette} palette @param {number} ratio  device pixels of a CSS pixel
   */
  draw(pieces, scene, view, step, palette, ratio) {
    this.#resize();
    if (!this.#image) return;
    const ground = (0xff000000 | (Math.round(palette.ground[2] * 255) << 16) | (Math.round(palette.ground[1] * 255) << 8) | Math.round(palette.ground[0] * 255)) >>> 0;
    this.#pixels.fill(ground);
    const all = scene.wide ? [...pieces, scene.wide] : pieces;
    const seen = view.extent, tree = view.shape === "tree", row = view.row, gap = rowGap(row, ratio);
    for (let r = Math.floor(seen.top); r <= Math.min(view.rows - 1, seen.bottom); r++) {
      const top = Math.floor(view.py(r) * ratio + 0.5);
      const bottom = tree ? Math.floor((view.py(r) + view.box) * ratio + 0.5) : Math.floor(view.py(r + 1) * ratio + 0.5) - gap;
      if (this.#row(all, r, view, step, palette, ratio, ground, tree, bottom - top)) this.#copy(top, Math.max(top + 1, bottom), view, ratio);
    }
    this.context.putImageData(this.#image, 0, 0);
    if (tree) this.#edges(scene, step, palette, ratio);
  }

  /** Computes the pixels of one row. @param {Piece[]} pieces @param {number} row @param {import("./view.js").View} view @param {number} step @param {import("./look.js").Palette} palette @param {number} ratio @param {number} ground @param {boolean} tree @param {number} box */
  #row(pieces, row, view, step, palette, ratio, ground, tree, box) {
    const base = this.#base, over = this.#over, line = this.#line, texture = this.#texture, edged = this.#outlined;
    const outlines = outlined(view.row), size = this.canvas.width, border = Math.max(1, Math.round(ratio)), scale = view.scale * ratio;
    base.fill(ground);
    texture.fill(0);
    edged.fill(0);
    let some = false;
    for (const { tile, from, to } of pieces) {
      const r = row - tile.row;
      if (r < 0 || r > 15 && to !== Infinity) continue;
      const joined = to === Infinity;
      const begin = joined ? 0 : tile.starts[r], end = joined ? tile.n : tile.starts[r + 1];
      const origin = (tile.from - view.x) * scale, each = ((tile.to - tile.from) * scale) / 65535;
      const least = joined ? 0 : Math.max(0, Math.floor((from - view.x) * scale + 0.5)), most = joined ? size : Math.min(size, Math.floor((to - view.x) * scale + 0.5));
      if (most <= least) continue;
      for (let i = begin; i < end; i++) {
        if (joined && tile.rowOf[i] !== row) continue;
        const kind = tile.kind[i], single = kind & Kind.single;
        if (single && kind & (Kind.onLeft | Kind.onRight)) continue; // the scene joins it
        let a = origin + each * tile.left[i], b = origin + each * tile.right[i];
        if (b < least || a > most) continue;
        const css = (b - a) / ratio;
        if (tree && single) {
          const middle = view.centre(a / ratio, b / ratio) * ratio, half = Math.max(0.5, Math.min(box, (b - a) * 0.72) / 2);
          a = middle - half;
          b = middle + half;
        }
        let x0 = Math.floor(a + 0.5), x1 = Math.floor(b + 0.5);
        if (!tree && single && css >= 5) x1 -= border;
        if (x1 <= x0) x1 = x0 + 1;
        const left = Math.max(least, x0), right = Math.min(most, x1);
        if (right <= left) continue;
        some = true;
        style(palette, tile, i, step, tree ? Math.min(css, 60) : css, outlines);
        base.fill(found.base, left, right);
        over.fill(found.over, left, right);
        texture.fill(found.texture, left, right);
        edged.fill(0, left, right);
        if (!found.outlined) continue;
        line.fill(found.line, left, right);
        edged.fill(1, left, right);
        if (x0 === left) edged.fill(2, left, Math.min(right, left + border));
        if (x1 === right) edged.fill(2, Math.max(left, right - border), right);
      }
    }
    return some;
  }

  /** Writes the row into the pixels from top to bottom. @param {number} top @param {number} bottom @param {import("./view.js").View} view @param {number} ratio */
  #copy(top, bottom, view, ratio) {
    const width = this.canvas.width, base = this.#base, over = this.#over, line = this.#line, texture = this.#texture, edged = this.#outlined;
    const [ax, ay] = anchor(view), border = Math.max(1, Math.round(ratio)), first = Math.max(0, top), end = Math.min(this.canvas.height, bottom);
    let plain = true;
    for (let x = 0; x < width && plain; x++) plain = texture[x] === 0;
    let made = 0; // which of the eight are there
    for (let y = first; y < end; y++) {
      const v = plain ? 0 : (Math.floor(y / ratio) + ay) & 7, out = this.#rows[v];
      if (!(made & (1 << v))) {
        made |= 1 << v;
        if (ratio === 1) {
          for (let x = 0; x < width; x++) out[x] = edged[x] === 2 ? line[x] : (textures[texture[x]][v] >> ((x + ax) & 7)) & 1 ? over[x] : base[x];
        } else {
          for (let x = 0; x < width; x++) out[x] = edged[x] === 2 ? line[x] : (textures[texture[x]][v] >> ((Math.floor(x / ratio) + ax) & 7)) & 1 ? over[x] : base[x];
        }
      }
      const at = y * width;
      this.#pixels.set(out, at);
      if (y < top + border || y >= bottom - border) for (let x = 0; x < width; x++) if (edged[x]) this.#pixels[at + x] = line[x];
    }
  }

  /** @param {import("./scene.js").Scene} scene @param {number} step @param {import("./look.js").Palette} palette @param {number} ratio */
  #edges(scene, step, palette, ratio) {
    const c = this.context, e = scene.edges;
    c.save();
    c.scale(ratio, ratio);
    c.lineWidth = 1;
    for (const [future, cut] of [[true, false], [true, true], [false, true], [false, false]]) {
      c.beginPath();
      for (let k = 0; k < scene.edgeCount; k++) {
        const at = 6 * k;
        if (e[at + 4] > step !== future || (e[at + 5] === 1) !== cut) continue;
        c.moveTo(e[at], e[at + 1]);
        c.lineTo(e[at + 2], e[at + 3]);
      }
      c.strokeStyle = future || cut ? palette.css.faint : palette.css.edge;
      c.stroke();
    }
    c.restore();
  }

  /** Nothing is kept for a tile. */
  forget() {}
}

/** The part of the textures that is at the left and upper edge: they move with the map. @param {import("./view.js").View} view */
export const anchor = (view) => [Math.round(view.x * view.scale) & 7, Math.round(view.y) & 7];

/** Device pixels between the rows of an icicle. @param {number} row @param {number} ratio */
export const rowGap = (row, ratio) => (row < 8 ? 0 : Math.max(1, Math.round((row > 24 ? 2 : 1) * ratio)));

/** Whether rows are high enough for outlines. @param {number} row */
export const outlined = (row) => row >= 12;
