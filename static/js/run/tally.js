// What has become of siblings that a picture sums up: how many have been searched or cut.

/** Siblings that an entry stands for, and the text that says what has become of them. @typedef {{kids: number[], text: Element | null}} Sum */
/** @typedef {import("./timeline.js").Timeline} Timeline */

/** @param {string} phase */
const isCut = (phase) => phase === "cut" || phase === "later";

/** The text of a sum, as the server writes it (web/draw/rows.go), which is shown. @param {Sum} sum @param {Timeline} timeline @param {number} t */
export function tally({ kids, text }, timeline, t) {
  let searched = 0, cut = 0;
  for (const n of kids) {
    const { phase } = timeline.state(n, t);
    if (isCut(phase)) cut++;
    else if (phase === "done" || phase === "nil") searched++;
  }
  const words = cut === kids.length ? `${cut} cut` : cut > 0 ? `${cut} of them cut` : searched > 0 ? `${searched} searched` : "";
  if (text && text.textContent !== words) text.textContent = words;
  return words;
}

/** The state of a sum: that of its first node if all are cut, and the best if one of them is. @param {Timeline} timeline @param {number[]} kids @param {number} t */
export function merged(timeline, kids, t) {
  const states = kids.map((n) => timeline.state(n, t)), best = states.some((s) => s.best);
  return states.every((s) => isCut(s.phase)) ? { ...states[0], best } : { ...timeline.state(-1, t), best };
}
