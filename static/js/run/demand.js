// The comparison of all algorithms on a large tree: made when it is asked for, with
// the number of the run, the time that has passed and a button that ends it. The
// server's answer is a line for every run that begins, then the page with the table.

import { busy, idle } from "../shared/idle.js";
import { lines } from "../shared/ndjson.js";

/** @param {HTMLAnchorElement} link  leads to the page with the table */
export async function compareOnDemand(link) {
  const panel = link.closest("details"), place = link.parentElement;
  if (!panel || !place) return;
  const most = Number(link.dataset.seconds), begun = performance.now(), end = new AbortController();
  const bar = document.createElement("progress"), passed = document.createElement("span"), cancel = document.createElement("button");
  bar.setAttribute("aria-label", "Runs of the comparison");
  cancel.type = "button";
  cancel.textContent = "Cancel";
  cancel.addEventListener("click", () => end.abort());
  let run = "";
  const report = () => {
    const seconds = Math.min(most, Math.floor((performance.now() - begun) / 1000));
    passed.textContent = ` ${run}${seconds} of at most ${most} seconds `;
  };
  report();
  place.replaceChildren(bar, passed, cancel);
  cancel.focus();
  const timer = setInterval(report, 200);
  busy(compareOnDemand);
  let table;
  try {
    const answer = await fetch(link.href, { signal: end.signal, headers: { Accept: "application/x-ndjson" } });
    if (!answer.ok || !answer.body) throw new Error(answer.statusText);
    for await (const { part, of, html } of lines(answer.body)) {
      if (html) {
        table = new DOMParser().parseFromString(html, "text/html").getElementById(panel.id);
        continue;
      }
      bar.max = of;
      bar.value = part - 1; // runs that are over
      run = `run ${part} of ${of}, `;
      report();
    }
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
