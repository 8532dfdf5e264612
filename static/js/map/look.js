// What an item looks like: two colours, a texture, and an outline, from what it is and from
// the step. The shader of gl.js says the same, line by line, so that both draw one picture.

import { ruleCount, rules } from "./rules.js";
import { Flags, Kind } from "./tiles.js";

/** A colour of 0 to 1. @typedef {[number, number, number]} Colour */

/**
 * @typedef {object} Palette
 * @property {Colour} ground
 * @property {Colour} ink
 * @property {Colour} edge
 * @property {Colour} faint
 * @property {Colour} again
 * @property {Colour} now
 * @property {Colour} one  what the first of two runs enters alone
 * @property {Colour} two
 * @property {Colour[]} rules
 * @property {Colour[]} players
 * @property {Record<string, string>} css  the same as they are written
 */

/** Textures of eight by eight pixels: a bit is a pixel. Behind the first ones are those of the rules, by their numbers. */
export const textures = [
  [0, 0, 0, 0, 0, 0, 0, 0], // none
  [0x11, 0x88, 0x44, 0x22, 0x11, 0x88, 0x44, 0x22], // lines that rise: only the first of two runs
  [0x11, 0x22, 0x44, 0x88, 0x11, 0x22, 0x44, 0x88], // lines that fall: only the second
  [0x00, 0x66, 0x66, 0x00, 0x00, 0x66, 0x66, 0x00], // dots: re-searched
  [0x0f, 0x00, 0x00, 0x00, 0xf0, 0x00, 0x00, 0x00], // a weave: whole subtrees that were only counted
  [0x81, 0x42, 0x24, 0x00, 0x00, 0x24, 0x42, 0x81], // crosses: sizes that are estimated
];

const Texture = { none: 0, rise: 1, fall: 2, dots: 3, weave: 4, crosses: 5 };

/** Where the textures of the rules begin: that of rule 1 is the next one. */
export const firstHatching = textures.length;

for (let number = 0; number < ruleCount; number++) {
  const bytes = rules.find((r) => r.number === number)?.hatching.match(/../g) ?? Array(8).fill("0");
  textures.push(bytes.map((byte) => parseInt(byte, 16)));
}

/** A texture as two numbers of four rows each, as the shader takes it. @param {number[]} t */
export const packed = (t) => [(t[0] | (t[1] << 8) | (t[2] << 16) | (t[3] << 24)) >>> 0, (t[4] | (t[5] << 8) | (t[6] << 16) | (t[7] << 24)) >>> 0];

/** @param {string} text  as the browser computes it @returns {Colour} */
function parse(text) {
  const n = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0];
  return text.startsWith("color(") ? [n[0], n[1], n[2]] : [n[0] / 255, n[1] / 255, n[2] / 255];
}

/** The colours of the theme, as they are at an element. @param {HTMLElement} at @returns {Palette} */
export function readPalette(at) {
  const probe = document.createElement("span");
  at.append(probe);
  /** @type {Record<string, string>} */
  const css = {};
  const forced = matchMedia("(forced-colors: active)").matches;
  /** Where colours are forced, there are only these. @type {Record<string, string>} */
  const system = { ground: "Canvas", box: "Canvas", ink: "CanvasText", edge: "CanvasText", soft: "CanvasText", faint: "GrayText", faded: "GrayText", now: "Highlight", again: "LinkText", focus: "Highlight", cut: "LinkText" };
  const read = (/** @type {string} */ name, own = `var(--${name})`) => {
    probe.style.setProperty("color", forced ? system[name] ?? "CanvasText" : own);
    return parse((css[name] = getComputedStyle(probe).color));
  };
  const players = Array.from({ length: 9 }, (_, i) => (i === 0 ? read("ink") : read(`player-${i}`)));
  const ofRules = Array.from({ length: ruleCount }, () => read("ink"));
  for (const { number, light, dark } of rules) ofRules[number] = read(`rule-${number}`, `light-dark(${light}, ${dark})`);
  const palette = {
    ground: read("ground"), ink: read("ink"), edge: read("edge"), faint: read("faint"), again: read("again"), now: read("now"),
    one: read("player-1"), two: read("player-2"), rules: ofRules, players, css,
  };
  for (const name of ["box", "soft", "faded", "cut", "focus"]) read(name);
  probe.remove();
  return palette;
}

/** @param {number} a @param {number} b @param {number} t */
const mix = (a, b, t) => a + (b - a) * t;

/** @param {number} a @param {number} b @param {number} x */
function smooth(a, b, x) {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return t * t * (3 - 2 * t);
}

/** What style has found: colours as they are written into an image, the texture, whether there is an outline. */
export const found = { base: 0, over: 0, line: 0, texture: 0, outlined: false };

const a3 = [0, 0, 0], b3 = [0, 0, 0], l3 = [0, 0, 0];

/** @param {number[]} c */
const word = (c) => (0xff000000 | (Math.round(c[2] * 255) << 16) | (Math.round(c[1] * 255) << 8) | Math.round(c[0] * 255)) >>> 0;

/**
 * The look of item i of a tile at a step, which goes into found.
 * @param {Palette} p @param {import("./tiles.js").Tile} tile @param {number} i @param {number} step
 * @param {number} width  in CSS pixels @param {boolean} [outlines]  rows are high enough for outlines
 */
export function style(p, tile, i, step, width, outlines = true) {
  const kind = tile.kind[i], rule = Math.min(ruleCount - 1, tile.rule[i]), hatching = firstHatching + rule, single = (kind & Kind.single) !== 0;
  const entered = tile.entered[i] / 255, cut = tile.cut[i] / 255, again = tile.again[i] / 255;
  const first = tile.first[i], last = tile.last[i];
  const done = step < first ? 0 : single ? 1 : Math.min(1, (step - first + 1) / (last - first + 1));
  const wide = single ? smooth(8, 44, width) : 0;
  const difference = (tile.flags & Flags.difference) !== 0;
  // Ink by density: the more nodes in a pixel, the darker.
  const crowd = Math.min(1, Math.max(0, Math.log2(tile.count[i] / width) / 10));
  const tone = entered * (single ? mix(0.34, 0.045, wide) : mix(0.34, 0.64, crowd));
  let texture = 0, over = difference ? p.one : p.rules[rule], strength = 0, tint = cut * mix(0.22, 0.1, wide);
  if (difference) {
    const other = again > cut;
    over = other ? p.two : p.one;
    tint = Math.max(cut, again) * 0.3;
    if (cut + again > 0.01) {
      texture = other ? Texture.fall : Texture.rise;
      strength = 0.3 + 0.7 * Math.max(cut, again);
    }
  } else if (kind & Kind.counted) {
    texture = Texture.weave;
    over = cut > 0.5 ? over : p.ink;
    strength = 0.75;
  } else if (again > 0.01 && again >= cut) {
    texture = Texture.dots;
    over = p.again;
    strength = 0.35 + 0.65 * again;
    tint = 0.12 * again;
  } else if (cut > 0.01) {
    texture = tile.flags & Flags.estimated && single && width > 3 ? Texture.crosses : hatching;
    strength = 0.15 + 0.85 * cut;
  }
  strength *= mix(1, 0.5, wide);
  for (let c = 0; c < 3; c++) {
    const future = mix(p.ground[c], p.faint[c], mix(0.3, 0.08, wide));
    const base = mix(mix(p.ground[c], p.ink[c], tone), over[c], tint);
    a3[c] = mix(future, base, done);
    b3[c] = mix(mix(future, p.faint[c], 0.3), mix(base, over[c], strength), done);
    l3[c] = mix(p.faint[c], cut > 0.5 || (difference && again > 0.5) ? over[c] : mix(p.ground[c], p.edge[c], 0.85), done);
  }
  found.base = word(a3);
  found.over = word(b3);
  found.line = word(l3);
  found.texture = texture;
  found.outlined = outlines && single && width >= 5;
}
