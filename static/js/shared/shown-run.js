// What the page of a run shows, as the show of a scene or a room.

import { parseJSON } from "./exact.js";

/** @param {DOMStringMap} dataset  of the form of the run @param {number} step */
export function showOf({ request, show }, step) {
  const { algorithm, options, ...tree } = parseJSON(request ?? "{}");
  return { ...(show ? parseJSON(show) : tree), algorithm, options, step };
}

/** The step that the page of a run is at. @param {Document} page */
export const stepOn = (page) => Number(/** @type {HTMLInputElement | null} */ (page.getElementById("scrub"))?.value ?? 0);
