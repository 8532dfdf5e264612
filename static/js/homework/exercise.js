// An exercise of a homework. The page of the exercise has the steps; this module hands them in,
// and restores the steps that were handed in before.

import { scoreText } from "../shared/exact.js";
import { begun, root, say, seenSeconds, showStates, showVerdict, Work } from "./work.js";

/** @typedef {import("../practice/moves.js").Step} Step */

const work = new Work(), item = Number(root.dataset.item);
if (work.token && document.getElementById("own-exercise")) { // the tree of the student
  await work.ownPage();
  await import("../practice/main.js");
}
const judged = /** @type {HTMLElement} */ (document.getElementById("judged")), finish = /** @type {HTMLElement} */ (document.getElementById("finish"));
let sending = false, asked = false;

document.addEventListener("done", async (e) => {
  if (sending) return;
  if (!asked && /** @type {CustomEvent<Step[]>} */ (e).detail.length === 0) {
    asked = true;
    judged.textContent = "You have made no step yet. Press Hand in again if you want to hand in the exercise without steps.";
    judged.scrollIntoView({ block: "nearest" });
    return;
  }
  sending = true;
  judged.textContent = "Sending …";
  const { state, trouble } = await work.answer(item, /** @type {CustomEvent<Step[]>} */ (e).detail, seenSeconds());
  sending = false;
  if (state) await show();
  else judged.textContent = trouble;
  judged.scrollIntoView({ block: "nearest" });
});

/** The address with the steps, which the page of the exercise reads. @param {Step[]} steps */
function addressOf(steps) {
  const q = new URLSearchParams(location.search);
  /** @type {Map<number, string[]>} */
  const bounds = new Map();
  for (const { type, node, because, value, player = 0, score } of steps) {
    if (type === "cut") {
      q.append("cut", String(node));
      if (because) q.set(`because${node}`, because.map((b) => b.node).join(","));
    } else if (type === "backup") {
      q.set(`b${node}`, [value].flat().map(scoreText).join(","));
    } else {
      const list = bounds.get(node) ?? Array(Number(document.getElementById("practice")?.dataset.players)).fill("");
      list[player - 1] = scoreText(score);
      bounds.set(node, list);
    }
  }
  for (const [node, list] of bounds) q.set(`h${node}`, list.join(","));
  return `?${q}`;
}

/** Shows what the server has. @param {boolean} [first]  the page was opened */
async function show(first) {
  const view = await work.view();
  if (!view) return document.getElementById("trouble")?.hidden === false ? undefined : location.replace(work.start);
  showStates(view);
  const one = view.items[item], told = view.told || (view.feedback === "at-once" && one.tries > 0);
  const does = [...new URLSearchParams(location.search).keys()].some((name) => name !== "part");
  if (first && one.tries > 0 && !does && one.answer.length > 0) return location.replace(addressOf(one.answer));
  if (one.tries > 0) showVerdict(judged, one, told);
  finish.hidden = told || view.finished;
  root.toggleAttribute("data-told", told);
  if (view.closed && one.tries === 0) say("The homework is closed. No more answers are accepted.");
}

if (work.token) await show(true);
else location.replace(work.start);
begun();
