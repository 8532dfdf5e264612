// A page of a run that the server plays: the steps come through the websocket,
// the URL is the state, and a leaf's value can be tried.

import { parts, start } from "./page.js";
import { Connection } from "./connection.js";

const page = parts();
if (page?.form.dataset.request) {
  const request = JSON.parse(page.form.dataset.request);
  const first = Number(page.form.dataset.step);
  // Questions are a sixth of all scripts, and most pages ask none.
  const Quiz = "ask" in page.form.dataset ? (await import("./quiz.js")).Quiz : null;
  start(page, request, first, {
    source: (listener) => new Connection(listener),
    address,
    quiz: Quiz ? (host) => new Quiz(request, first, page.svg, host) : undefined,
    whatIf: (view) => import("./what-if.js").then(({ WhatIf }) => new WhatIf(view, request)),
  });
}

/** @param {number} step */
function address(step) {
  const url = new URL(location.href);
  url.searchParams.set("step", String(step));
  history.replaceState(history.state, "", url);
  for (const link of document.querySelectorAll("a[data-step-link]")) {
    const to = new URL(link.getAttribute("href") ?? "", location.href); // a silhouette is a link in the SVG, whose href is no string
    to.searchParams.set("step", String(step));
    link.setAttribute("href", to.href);
  }
}
