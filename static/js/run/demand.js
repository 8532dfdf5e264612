// The comparison of all algorithms on a large tree: made when it is asked for, with
// the time that has passed and a button that ends it. The server's answer is the page
// with the table.

import { busy, idle } from "../shared/idle.js";

/** @param {HTMLAnchorElement} link  leads to the page with the table */
export async function compareOnDemand(link) {
  const panel = link.closest("details"), place = link.parentElement;
  if (!panel || !place) return;
  const most = Number(link.dataset.seconds), begun = performance.now(), end = new AbortController();
  const bar = document.createElement("progress"), passed = document.createElement("span"), cancel = document.createElement("button");
  bar.max = most;
  bar.setAttribute("aria-label", "Time of the comparison");
  cancel.type = "button";
  cancel.textContent = "Cancel";
  cancel.addEventListener("click", () => end.abort());
  const tell = () => {
    bar.value = Math.min(most, (performance.now() - begun) / 1000);
    passed.textContent = ` ${Math.floor(bar.value)} of at most ${most} seconds `;
  };
  tell();
  place.replaceChildren(bar, passed, cancel);
  cancel.focus();
  const timer = setInterval(tell, 200);
  busy(compareOnDemand);
  let table;
  try {
    const answer = await fetch(link.href, { signal: end.signal });
    if (!answer.ok) throw new Error(answer.statusText);
    table = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(panel.id);
  } catch {
    passed.textContent = end.signal.aborted ? "Cancelled. " : "The server did not answer. ";
  }
  clearInterval(timer);
  idle(compareOnDemand);
  if (table) {
    panel.replaceChildren(...table.childNodes);
    panel.querySelector("summary")?.focus();
  } else {
    place.replaceChildren(passed, link);
    link.focus();
  }
}
