// The place in a run, kept while another algorithm or another value loads another page: the
// same event of the other run, else the same visit of its node, else the node.

const stored = "espalier-place";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {{path: string, type: number, node: number, visit: number, event: number}} Place */

/** Which visit of its node a step is in, and which event of its type there, from 1; pure. @param {Timeline} timeline @param {number} t */
function countUpTo(timeline, t) {
  const { type, node } = timeline;
  let event = 0;
  for (let s = 0; s <= t; s++) if (node[s] === node[t] && type[s] === type[t]) event++;
  return { event, visit: timeline.visits(node[t]).filter((s) => s <= t).length };
}

/** Keeps the place for the next page. @param {Timeline} timeline @param {number} t */
export function keepPlace(timeline, t) {
  try {
    sessionStorage.removeItem(stored);
    if (t === 0 || timeline.length <= t) return;
    /** @type {Place} */
    const place = { path: location.pathname, type: timeline.type[t], node: timeline.node[t], ...countUpTo(timeline, t) };
    sessionStorage.setItem(stored, JSON.stringify(place));
  } catch {
    // Storage may be forbidden: then the other run begins at its first step.
  }
}

/**
 * The place that the page before has kept, as a function that finds its step: null while it
 * has not come, undefined if there is none. An address with a step says itself what to show.
 * @returns {((timeline: Timeline, over: boolean) => number | null | undefined) | undefined}
 */
export function keptPlace() {
  /** @type {Place | null} */
  let place = null;
  try {
    place = JSON.parse(sessionStorage.getItem(stored) ?? "null");
    sessionStorage.removeItem(stored);
  } catch {
    // As above.
  }
  if (!place || place.path !== location.pathname || new URLSearchParams(location.search).has("step")) return undefined;
  const { type, node, visit, event } = place;
  return (timeline, over) => {
    for (let s = 0, count = 0; s < timeline.length; s++) if (timeline.node[s] === node && timeline.type[s] === type && ++count === event) return s;
    if (!over) return null;
    const visits = timeline.visits(node);
    return visits[visit - 1] ?? visits.at(-1);
  };
}
