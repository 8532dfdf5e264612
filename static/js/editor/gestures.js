// Mouse and touch on the tree that is edited: clicks select, drags move, and
// the tools are buttons.

import { Drag } from "./drag.js";
import { placeAmong } from "./drop-target.js";

/** @typedef {import("./commands.js").Desk} Desk */
/** @typedef {import("./commands.js").Meaning} Meaning */

/** @param {Event} e */
const nodeOf = (e) => Number((e.target instanceof Element && e.target.closest("g.node")?.getAttribute("data-id")) || 0);

/**
 * @param {Desk} desk @param {HTMLElement} canvas
 * @param {object} host
 * @param {(name: string) => void} host.command  a tool's button was pressed
 * @param {(meaning: Meaning) => void} host.turn  it is done in its turn, behind the keys that wait
 * @param {() => boolean} host.here  the focus is in the tree, or nowhere else
 * @param {() => void} host.back  the focus goes to the node at work
 */
export function gestures(desk, canvas, host) {
  const { picture, selection } = desk, { svg } = picture;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#edit button[data-command]"))) {
    button.addEventListener("pointerdown", (e) => e.preventDefault()); // the focus stays where it is
    button.addEventListener("click", () => host.command(button.dataset.command ?? ""));
  }
  svg.addEventListener("click", (e) => {
    const n = nodeOf(e);
    if (n === 0) return;
    const touched = e instanceof PointerEvent && e.pointerType === "touch";
    host.turn({ pick: n, how: e.ctrlKey || e.metaKey ? "too" : e.shiftKey ? "range" : touched ? "touch" : "only" });
  });
  svg.addEventListener("dblclick", (e) => {
    const n = nodeOf(e);
    if (n > 0) host.turn({ command: (picture.model.get(n)?.hidden ?? 0) > 0 ? "fold" : "edit" });
  });
  new Drag(canvas, /** @type {HTMLElement} */ (document.getElementById("drop-words")), picture, {
    dragged: (n) => (selection.ids.includes(n) ? picture.model.tops(selection.ids).map((t) => t.id) : [n]),
    copies: () => /** @type {HTMLInputElement} */ (document.getElementById("drag-copies")).checked,
    drop(ids, land, copy) {
      const place = land.into ? {} : { at: placeAmong(picture.model, land, ids, copy) };
      const { made, done } = desk.edit({ op: copy ? "copy" : "move", nodes: ids, to: land.to, ...place });
      if (copy) selection.set([made]);
      else selection.set(ids);
      done.then(() => host.here() && host.back(), () => {});
    },
  });
}
