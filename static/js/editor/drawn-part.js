// Which part of the whole tree is drawn, for the map beside the picture. No DOM here.

/** Neighbours of a level whose children are all drawn: the first and the last of them, and their level. @typedef {{first: number, last: number, level: number}} Open */

/**
 * The nodes whose children are drawn, in runs of neighbours: what is drawn of a level is below the runs
 * of the level above. Few ids say so of a thousand nodes; pure.
 * @param {import("./tree-model.js").TreeModel} model @returns {Open[]}
 */
export function openParts(model) {
  /** @type {Open[]} */
  const list = [];
  const root = model.get(model.root);
  // Nodes of a level that are drawn side by side, without one between them that is not.
  let rows = root ? [[root]] : [];
  while (rows.length > 0) {
    /** @type {typeof rows} */
    const below = [];
    for (const row of rows) {
      /** @type {Open | null} */
      let open = null;
      for (const node of row) {
        const children = node.children.map((id) => model.get(id)).filter((n) => n !== undefined);
        if (children.length === 0) {
          open = null;
          continue;
        }
        if (open) {
          open.last = node.id;
          below[below.length - 1].push(...children);
        } else {
          list.push((open = { first: node.id, last: node.id, level: node.level }));
          below.push(children);
        }
      }
    }
    rows = below;
  }
  return list;
}
