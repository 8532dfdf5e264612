// The legend: small samples, drawn as the map draws its items, and only those that can be seen.

import { found, style, textures } from "./look.js";
import { rules } from "./rules.js";
import { Flags, Kind } from "./tiles.js";

/** What a sample is: the fields of an item that style reads. */
const looks = /** @type {Record<string, {entered?: number, cut?: number, again?: number, kind?: number, flags?: number, first?: number}>} */ ({
  entered: { entered: 255 },
  cut: { cut: 255 },
  again: { entered: 255, again: 255 },
  future: { entered: 255, first: 2 },
  counted: { entered: 255, kind: Kind.counted },
  estimated: { cut: 255, kind: Kind.single, flags: Flags.estimated },
  both: { entered: 255, flags: Flags.difference },
  one: { cut: 255, flags: Flags.difference },
  two: { again: 255, flags: Flags.difference },
});

/** Those of a difference. */
const ofDifference = new Set(["both", "one", "two"]);

/** What the map calls it that a node is entered more than once. @param {ParentNode} root */
export const againName = (root) => root.querySelector("[data-look=again] span")?.textContent ?? "";

/**
 * @param {HTMLElement} list @param {import("./look.js").Palette} palette @param {boolean} difference @param {number} again @param {number} counted @param {boolean} sized
 * @param {Record<string, number>} prunes
 */
export function drawLegend(list, palette, difference, again, counted, sized, prunes) {
  for (const li of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-look]"))) {
    const name = li.dataset.look ?? "", look = looks[name];
    if (name === "future") li.hidden = false;
    else if (ofDifference.has(name)) li.hidden = !difference;
    else if (difference) li.hidden = true;
    else if (name === "cut") li.hidden = !prunes[li.dataset.rule ?? ""];
    else if (name === "again") li.hidden = again === 0;
    else if (name === "counted") li.hidden = counted === 0;
    else if (name === "estimated") li.hidden = !sized;
    else li.hidden = false;
    if (li.hidden) continue;
    const canvas = /** @type {HTMLCanvasElement} */ (li.querySelector("canvas")), c = canvas.getContext("2d");
    if (!c) continue;
    const image = c.createImageData(canvas.width, canvas.height), pixels = new Uint32Array(image.data.buffer);
    const item = /** @type {any} */ ({
      kind: [look.kind ?? 0], rule: [rules.find((r) => r.id === (li.dataset.rule ?? "shallow"))?.number ?? 0], entered: [look.entered ?? 0], cut: [look.cut ?? 0], again: [look.again ?? 0],
      first: [look.first ?? 0], last: [look.first ?? 0], count: [64], flags: look.flags ?? 0,
    });
    style(palette, item, 0, 1, 4);
    for (let y = 0; y < canvas.height; y++) for (let x = 0; x < canvas.width; x++) pixels[y * canvas.width + x] = (textures[found.texture][y & 7] >> (x & 7)) & 1 ? found.over : found.base;
    c.putImageData(image, 0, 0);
  }
}
