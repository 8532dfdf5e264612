// What is drawn over the items: names, values and bounds at near nodes, in the look of the
// figures; the path of the node at work, the line of play, and the node that is meant.

import { Kind } from "./tiles.js";
import { leastNamed } from "./names.js";

/** @typedef {import("./ask.js").Place} Place */

/**
 * @typedef {object} Marks
 * @property {Place[]} path  of the node at work, the root first
 * @property {Place[]} line  of play
 * @property {Place[]} found  what a search has found
 * @property {Place | null} meant  what the pointer or the keys are on
 * @property {Place | null} chosen
 */

/** The figure of a node is drawn where its box is at least this high. */
const figure = 17;

export class Ink {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  }

  /**
   * @param {import("./scene.js").Scene} scene @param {import("./view.js").View} view @param {import("./names.js").Names} names @param {string} form
   * @param {number} step @param {import("./look.js").Palette} palette @param {number} ratio @param {Marks} marks @param {boolean} difference
   */
  draw(scene, view, names, form, step, palette, ratio, marks, difference) {
    const c = this.context;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.lineJoin = "round";
    c.lineCap = "round";
    if (marks.line.length > 1) this.#way(marks.line, scene, view, form, palette.css.soft, 1.6, [5, 3]);
    if (marks.path.length > 0) this.#way(marks.path, scene, view, form, palette.css.ink, 2.4, []);
    for (let k = 0; k < scene.n; k++) {
      const a = view.px(scene.from[k]), b = view.px(scene.to[k]);
      if (b - a < leastNamed || b < 0 || a > view.width) continue;
      const known = names.get(form, scene.row[k], scene.tile(k).index[scene.item[k]]);
      // A value stays when the step goes on; else only the label holds until the server has answered.
      const near = known && (known.step === step || (known.state === "done" && known.step < step) ? known : { ...known, value: "", bounds: "" });
      if (view.shape === "tree") this.#figure(scene, k, view, near, step, palette, a, b, marks, difference);
      else this.#cell(scene, k, view, near, step, palette, a, b, difference);
    }
    const work = marks.path[marks.path.length - 1];
    if (work) this.#work(work, scene, view, palette);
    for (const place of marks.found) this.#box(place, scene, view, palette.css.focus, 1.5);
    if (marks.chosen) this.#box(marks.chosen, scene, view, palette.css.focus, 2.5);
    if (marks.meant) this.#box(marks.meant, scene, view, palette.css.focus, 1.5);
  }

  /** Where a place is on the screen: as the scene has it, if it does. @param {Place} p @param {import("./scene.js").Scene} scene @param {import("./view.js").View} view */
  #span(p, scene, view) {
    const k = scene.find(p.row, p.index);
    const from = k < 0 ? p.from : scene.from[k], to = k < 0 ? p.to : scene.to[k];
    return { a: view.px(from), b: view.px(to), y: view.py(p.row) };
  }

  /** A line from node to node. @param {Place[]} places @param {import("./scene.js").Scene} scene @param {import("./view.js").View} view @param {string} _form @param {string} colour @param {number} width @param {number[]} dashes */
  #way(places, scene, view, _form, colour, width, dashes) {
    const c = this.context;
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.setLineDash(dashes);
    if (view.shape === "icicle") {
      // A step from row to row along the left edges of what lies below, and an outline around what is wide.
      for (const p of places) {
        const { a, b, y } = this.#span(p, scene, view);
        const l = Math.max(-9, a), r = Math.min(view.width + 9, b);
        if (r - l >= 3) c.strokeRect(l + 0.5, y + 0.5, r - l - 2, view.row - 3);
      }
      const last = places[places.length - 1], { a, b } = this.#span(last, scene, view), x = view.centre(a, b);
      const fine = places.find((p) => (p.to - p.from) * view.scale < 3);
      if (fine && x >= 0 && x <= view.width) {
        c.beginPath();
        c.moveTo(x, view.py(fine.row));
        c.lineTo(x, view.py(last.row + 1));
        c.stroke();
      }
    } else {
      c.beginPath();
      places.forEach((p, i) => {
        const { a, b, y } = this.#span(p, scene, view), x = view.centre(a, b);
        if (i > 0) c.lineTo(x, y);
        else c.moveTo(x, y);
        c.moveTo(x, y + view.box);
      });
      c.stroke();
    }
    c.setLineDash([]);
  }

  /** The node at work: its box in the colour of the current node, and a mark above and below the map that is seen from far away. @param {Place} p @param {import("./scene.js").Scene} scene @param {import("./view.js").View} view @param {import("./look.js").Palette} palette */
  #work(p, scene, view, palette) {
    const c = this.context, { a, b, y } = this.#span(p, scene, view), x = Math.min(view.width - 6, Math.max(6, view.centre(a, b)));
    const high = view.shape === "tree" ? view.box : view.row - 2;
    if (b - a < leastNamed && b > -4 && a < view.width + 4) {
      const r = Math.max(4, Math.min(7, high / 2));
      c.beginPath();
      c.arc(x, y + high / 2, r, 0, 7);
      c.fillStyle = palette.css.now;
      c.fill();
      c.lineWidth = 2.2;
      c.strokeStyle = palette.css.ink;
      c.stroke();
    }
    c.fillStyle = palette.css.ink;
    const top = Math.max(0, view.py(0) - 11);
    c.beginPath();
    c.moveTo(x - 6, top);
    c.lineTo(x + 6, top);
    c.lineTo(x, top + 9);
    c.fill();
  }

  /** @param {Place} p @param {import("./scene.js").Scene} scene @param {import("./view.js").View} view @param {string} colour @param {number} width */
  #box(p, scene, view, colour, width) {
    const c = this.context;
    let { a, b, y } = this.#span(p, scene, view);
    let high = view.row - 2;
    if (view.shape === "tree") {
      const x = view.centre(a, b), half = Math.max(3, Math.min(view.box, (b - a) * 0.72) / 2);
      a = x - half;
      b = x + half;
      high = view.box;
    } else if (b - a < 6) {
      const x = (a + b) / 2;
      a = x - 3;
      b = x + 3;
    }
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.strokeRect(Math.max(-9, a) - 2, y - 2, Math.min(view.width + 9, b) - Math.max(-9, a) + 3, high + 4);
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} colour @param {string} halo */
  #write(text, x, y, colour, halo) {
    const c = this.context;
    if (halo) {
      c.strokeStyle = halo;
      c.lineWidth = 3.5;
      c.strokeText(text, x, y);
    }
    c.fillStyle = colour;
    c.fillText(text, x, y);
  }

  /** What is written in a cell of the icicle. @param {import("./scene.js").Scene} scene @param {number} k @param {import("./view.js").View} view @param {import("./ask.js").Near | undefined} near @param {number} step @param {import("./look.js").Palette} palette @param {number} a @param {number} b @param {boolean} difference */
  #cell(scene, k, view, near, step, palette, a, b, difference) {
    const c = this.context, high = view.row - 2, y = view.py(scene.row[k]);
    if (high < 13 || y > view.height || y + high < 0) return;
    const t = scene.tile(k), i = scene.item[k], mover = t.mover[i], cut = !difference && t.cut[i] > 127, future = step < t.first[i];
    const l = Math.max(a, 0) + 3, r = Math.min(b, view.width) - 4, room = r - l;
    if (room < 12) return;
    const ink = future ? palette.css.faded : cut ? palette.css.soft : palette.css.ink, halo = cut && !future ? palette.css.ground : "";
    const size = high < 18 ? 11 : 13, lines = Math.min(3, Math.floor((high - 4) / (size + 4)));
    c.textAlign = "center";
    c.textBaseline = "alphabetic";
    c.font = `${size}px ${this.#serif()}`;
    const label = near?.label ?? "", own = this.#width(label), named = label !== "" && own <= room;
    const badge = mover > 0 && room > 46 && high >= 18 && (named ? own + 22 <= room : label === "") ? 17 : 0; // the name of a move goes before the number of the player
    const texts = [];
    if (near && lines > 1 && !future && !difference) {
      if (near.value) texts.push(near.value);
      if (near.bounds) texts.push(near.bounds);
    }
    const fit = texts.filter((text) => this.#width(text) <= room).slice(0, lines - 1);
    const total = (1 + fit.length) * (size + 4), x = (l + r) / 2;
    let at = y + (high - total) / 2 + size;
    const wide = named ? own : 0, whole = badge + (badge && named ? 5 : 0) + wide;
    if (badge) this.#square(x - whole / 2 + badge / 2, at - size * 0.36, 15, 15, mover, future || cut ? palette.css.faint : palette.css[`player-${mover}`] ?? ink, palette, false, future || cut);
    if (named) {
      c.font = `${size}px ${this.#serif()}`;
      this.#write(label, x + whole / 2 - wide / 2, at, ink, halo);
    } else if (label && own <= high - 6) { // narrow: along the cell
      c.save();
      c.translate(x + size * 0.36, y + high / 2);
      c.rotate(-Math.PI / 2);
      this.#write(label, 0, 0, ink, halo);
      c.restore();
    }
    c.font = `${size}px ${this.#serif()}`;
    for (const text of fit) this.#write(text, x, (at += size + 4), future ? palette.css.faded : text === near?.value ? palette.css.ink : palette.css.soft, halo);
  }

  /** A square with the number of the mover. @param {number} x @param {number} y @param {number} wide @param {number} high @param {number} mover @param {string} colour @param {import("./look.js").Palette} palette @param {boolean} now @param {boolean} faded */
  #square(x, y, wide, high, mover, colour, palette, now, faded) {
    const c = this.context, size = Math.min(wide, high);
    c.beginPath();
    c.roundRect(x - wide / 2, y - high / 2, wide, high, Math.min(3, size / 8));
    c.fillStyle = now ? palette.css.now : faded ? palette.css.ground : palette.css.box;
    c.fill();
    c.strokeStyle = now ? palette.css.ink : colour;
    c.lineWidth = now ? 3 : size > 20 ? 1.8 : 1.2;
    c.stroke();
    if (mover <= 0) return;
    c.font = `${Math.round(size * 0.62)}px ${this.#serif()}`;
    c.textAlign = "center";
    c.textBaseline = "alphabetic";
    c.fillStyle = faded ? palette.css.faded : palette.css[`player-${mover}`] ?? palette.css.ink;
    c.fillText(String(mover), x, y + size * 0.21);
  }

  /** A node of the tree as in the figures. @param {import("./scene.js").Scene} scene @param {number} k @param {import("./view.js").View} view @param {import("./ask.js").Near | undefined} near @param {number} step @param {import("./look.js").Palette} palette @param {number} a @param {number} b @param {Marks} marks @param {boolean} difference */
  #figure(scene, k, view, near, step, palette, a, b, marks, difference) {
    const c = this.context, y = view.py(scene.row[k]), box = view.box;
    if (y > view.height || y + view.row < 0) return;
    const t = scene.tile(k), i = scene.item[k], kind = t.kind[i], mover = t.mover[i], cut = !difference && t.cut[i] > 127, future = step < t.first[i], faded = future || cut;
    const x = view.centre(a, b), room = Math.min(b, view.width) - Math.max(a, 0), work = marks.path[marks.path.length - 1];
    const now = work !== undefined && work.row === scene.row[k] && work.index === t.index[i];
    const leaf = (kind & Kind.leaf) !== 0 && !cut, ground = palette.css.ground;
    const wide = Math.min(box, (b - a) * 0.72);
    if (box >= figure && wide >= figure && !difference) {
      if (leaf && near?.value && !future) {
        c.fillStyle = now ? palette.css.now : ground;
        c.fillRect(x - wide / 2 - 1, y - 1, wide + 2, box + 2);
      } else if (mover > 0 || !leaf) this.#square(x, y + box / 2, wide, box, mover, faded ? palette.css.faint : palette.css[`player-${mover}`] ?? palette.css.edge, palette, now, faded);
    } else if (mover > 0 && wide >= 10 && box >= 12) {
      c.font = `${Math.min(13, Math.round(wide * 0.8))}px ${this.#serif()}`;
      c.textAlign = "center";
      c.textBaseline = "alphabetic";
      this.#write(String(mover), x, y + box / 2 + 4.5, faded ? palette.css.faded : palette.css[`player-${mover}`] ?? palette.css.ink, ground);
    }
    const p = scene.parent[k];
    if (cut && !future && p >= 0 && view.row - box > 24) this.#stroke(view, x, y, view.centre(view.px(scene.from[p]), view.px(scene.to[p])), y - view.row + box, palette.css[`rule-${t.rule[i]}`] ?? palette.css.cut);
    if (!near || view.row - box < 17) return;
    c.textAlign = "center";
    c.textBaseline = "alphabetic";
    c.font = `${view.row > 70 ? 14 : 12}px ${this.#serif()}`;
    if (near.label && scene.row[k] > 0 && this.#width(near.label) <= room) this.#write(near.label, x, y - 5, faded ? palette.css.faded : palette.css.ink, ground);
    if (future || difference) return;
    const under = view.row - box >= 38, value = near.value ?? "", bounds = near.bounds ?? "", shown = leaf && box >= figure && wide >= figure ? y + box / 2 + 5 : y + box + 15;
    if (value && (under || shown < y + box) && this.#width(value) <= room + 6) this.#write(value, x, shown, cut ? palette.css.faded : palette.css.ink, ground);
    if (!bounds) return;
    c.font = `12px ${this.#serif()}`;
    const long = this.#width(bounds);
    if (room / 2 - box / 2 - 8 >= long) {
      c.textAlign = "left";
      this.#write(bounds, x + box / 2 + 7, y + box / 2 + 4, palette.css.soft, ground);
    } else if (!value && under && long <= room + 6) this.#write(bounds, x, y + box + 15, palette.css.soft, ground);
  }

  /** The short stroke across a cut edge. @param {import("./view.js").View} _view @param {number} x @param {number} y @param {number} px @param {number} py @param {string} colour */
  #stroke(_view, x, y, px, py, colour) {
    const c = this.context, dx = x - px, dy = y - py, long = Math.hypot(dx, dy) || 1;
    const share = Math.min(0.62, (long - 20) / long), mx = px + dx * share, my = py + dy * share, ax = (-dy / long) * 6, ay = (dx / long) * 6;
    c.beginPath();
    c.moveTo(mx - ax, my - ay);
    c.lineTo(mx + ax, my + ay);
    c.strokeStyle = colour;
    c.lineWidth = 2;
    c.stroke();
  }

  /** Widths of texts, by font. @type {Map<string, number>} */
  #widths = new Map();

  /** @param {string} text */
  #width(text) {
    const name = this.context.font.slice(0, 5) + text;
    let w = this.#widths.get(name);
    if (w === undefined) {
      if (this.#widths.size > 5000) this.#widths.clear();
      this.#widths.set(name, (w = this.context.measureText(text).width));
    }
    return w;
  }

  #family = "";

  /** The serif of the pages, that the style sheet gives the canvas. */
  #serif() {
    return (this.#family ||= getComputedStyle(this.canvas).fontFamily || "serif");
  }
}
