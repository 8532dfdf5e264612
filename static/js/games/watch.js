// The position of the node at work beside the tree of a search, also of one that replaces another on the same page.
// It follows the steps: one request is under way at a time, and the next one is for the newest step.

import { busy, idle } from "../shared/idle.js";
import { under } from "../shared/base.js";

/** Milliseconds between two requests of a page in a class, which plays with all others; up to twice as many. */
const pause = 400;

const inClass = document.querySelector("form.led") !== null;
let asking = false, wanted = 0;

const figureNow = () => document.getElementById("at-work");
/** The node whose position is shown. */
const shown = () => Number(figureNow()?.querySelector(".node-picture")?.getAttribute("data-node"));

document.addEventListener("step-explained", (e) => {
  wanted = /** @type {CustomEvent} */ (e).detail.detail.event.node ?? 0;
  ask();
});

async function ask() {
  const figure = figureNow();
  if (!figure || asking || wanted === shown()) return;
  asking = true;
  busy(ask);
  const node = wanted;
  try {
    const answer = await fetch(under(`${figure.dataset.at}&node=${node}`));
    if (answer.ok) figure.innerHTML = await answer.text(); // from the server, which has escaped every text
  } catch {
    // The picture stays as it is until the next step.
  }
  const later = wanted !== node || figure !== figureNow();
  if (later && inClass) await new Promise((done) => setTimeout(done, pause * (1 + Math.random())));
  asking = false;
  if (later) ask();
  else idle(ask);
}
