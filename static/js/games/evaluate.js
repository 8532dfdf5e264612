// The values of the moves come from the page that the form leads to, which replaces the one shown. Closing the request ends the search
// on the server.

import { busy, idle } from "../shared/idle.js";
import { replace } from "./turn.js";

/** The request that is under way. @type {AbortController | undefined} */
let asking;

/** @param {HTMLFormElement} form */
export async function evaluate(form) {
  if (asking) return asking.abort();
  const stop = (asking = new AbortController()), button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const said = /** @type {HTMLElement} */ (document.getElementById("worths")), begin = button.textContent;
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form)) url.searchParams.append(name, String(value));
  busy(form);
  button.textContent = "Stop";
  said.textContent = "The moves are being searched.";
  try {
    const answer = new DOMParser().parseFromString(await (await fetch(url, { signal: stop.signal })).text(), "text/html");
    const fault = answer.getElementById("fault"), says = fault ?? answer.getElementById("worths") ?? answer.querySelector("main p");
    if (!fault && answer.getElementById("worths")) {
      history.replaceState(history.state, "", url);
      replace(answer);
    }
    said.textContent = says?.textContent ?? "The server gave no values; try again in a moment.";
  } catch {
    said.textContent = stop.signal.aborted ? "The search was stopped." : "The server could not be reached; try again in a moment.";
  } finally {
    asking = undefined;
    button.textContent = begin;
    idle(form);
  }
}
