// The page of a run that grows, or that is too large to be played. It follows a run over the
// websocket, and writes what has changed into the page. When the run has ended, the page is
// loaded again: it is that of the whole run then.

import { busy, idle } from "../shared/idle.js";
import { ReconnectingSocket } from "../shared/reconnecting-socket.js";

/** What shows a moment of a run that has ended. */
const ofMoment = ["counters", "picture", "said"];

/** @typedef {{events: number, nodes: number, leaves: number, cut: number, level: number, live: boolean, program?: string, status?: string, at?: string, fault?: string, title?: string, picture?: string, said: string}} State */

const page = /** @type {HTMLElement} */ (document.getElementById("trace-page"));
const picture = /** @type {HTMLElement} */ (document.getElementById("picture"));

/** @param {Element | null} at @param {string} text */
function write(at, text) {
  if (at && at.textContent !== text) at.textContent = text;
}

/** @param {string} name @param {string} text */
const count = (name, text) => write(page.querySelector(`[data-count=${name}]`), text);

/** Nodes and the time at which they were known, for the rate. @type {{nodes: number, at: number}[]} */
const past = [];

/** @param {State} state */
function show(state) {
  for (const name of /** @type {const} */ (["events", "nodes", "leaves", "cut", "level"])) count(name, state[name].toLocaleString("en"));
  page.dataset.nodes = String(state.nodes);
  past.push({ nodes: state.nodes, at: performance.now() });
  if (past.length > 8) past.shift();
  const first = past[0];
  const last = past[past.length - 1];
  if (state.program !== "running") {
    past.length = 0; // nothing is computed, as far as is known
    count("rate", "–");
  } else if (last.at > first.at) count("rate", Math.round(((last.nodes - first.nodes) / (last.at - first.at)) * 1000).toLocaleString("en"));
  write(document.getElementById("said"), state.said);
  if (state.title) write(page.querySelector("h1"), state.title);
  const fault = document.getElementById("fault");
  if (fault) {
    write(fault, state.fault ?? "");
    fault.hidden = !state.fault;
  }
  if (state.picture) {
    const drawn = new DOMParser().parseFromString(state.picture, "text/html").querySelector("svg");
    if (drawn) picture.replaceChildren(drawn);
  }
}

/** How long the page waits before it asks again whether a run is checked, in milliseconds. */
const askAgain = 3000;

/** @param {string} why */
const sayUnchecked = (why) => write(document.getElementById("unchecked"), why.charAt(0).toUpperCase() + why.slice(1));

const pause = () => new Promise((over) => setTimeout(over, askAgain));

/** Why a run is not checked; undefined: it is. @param {DOMStringMap} of */
const unchecked = async (of) => (await (await fetch(of.summary ?? "")).json()).unchecked;

/** Waits until a run is checked. While there is no memory for that, the server tries again by itself. @param {DOMStringMap} of */
async function checked(of) {
  for (;;) {
    const answer = await fetch(of.checks ?? "");
    if (answer.ok) return;
    const { detail } = await answer.json();
    if (answer.status !== 503 && answer.status !== 429) throw new Error(detail);
    sayUnchecked(`${detail}. The result comes here when it is ready.`);
    const why = await unchecked(of);
    do await pause();
    while (why && (await unchecked(of)) === why);
  }
}

/** Waits for the checks of a run whose page came before them, and shows what they have found. */
async function showChecks() {
  const found = document.getElementById("found");
  if (!found?.dataset.checks) return;
  busy(found);
  try {
    await checked(found.dataset);
    const whole = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html").getElementById("found");
    if (!whole || whole.dataset.checks) throw new Error("The result is not kept. Load the page again.");
    found.className = whole.className;
    found.replaceChildren(...whole.childNodes);
  } catch (error) {
    sayUnchecked(error instanceof Error ? error.message : String(error));
  }
  idle(found);
}

if (page.hasAttribute("data-live")) {
  const stop = /** @type {HTMLButtonElement} */ (document.getElementById("stop-following"));
  const status = /** @type {HTMLElement} */ (document.getElementById("live"));
  let stopped = false;
  /** Says whether the program runs, or since when it is not heard. @param {State} state */
  const showProgram = ({ program, status: sentence = "", at }) => {
    const time = at ? new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }) : "";
    write(status, sentence.replace("{at}", time));
    status.dataset.program = program;
  };
  const socket = new ReconnectingSocket([1, 2, 5, 10], {
    opened: () => socket.send({ type: "watch", id: "watch", trace: page.dataset.trace }),
    lost: () => write(status, "The connection is lost. It is tried again."),
    received: (message) => {
      if (message.type === "state") {
        showProgram(message.state);
        show(message.state);
      } else if (message.type === "end" && !stopped) {
        socket.close();
        location.reload();
      } else if (message.type === "error") {
        socket.close();
        idle(page);
        write(status, `The page cannot follow the program: ${message.detail}`);
      }
    },
  });
  busy(page);
  stop.hidden = false;
  stop.addEventListener("click", () => {
    stopped = true;
    socket.close();
    idle(page);
    stop.hidden = true;
    write(status, "The page does not follow the program any more. Load it again to go on.");
  });
  socket.open();
} else {
  showChecks();
  const range = /** @type {HTMLInputElement | null} */ (document.getElementById("line-range"));
  const line = /** @type {HTMLInputElement | null} */ (document.getElementById("line"));
  if (range && line) {
    range.hidden = false;
    range.addEventListener("input", () => {
      line.value = range.value;
    });
    range.addEventListener("change", () => line.form?.requestSubmit());
    line.addEventListener("input", () => {
      range.value = line.value;
    });
    // A node of the map is shown where the program has come to it, and the map stays as it is.
    let wanted = 0;
    document.addEventListener("map-node", async (e) => {
      const { printed } = /** @type {CustomEvent} */ (e).detail;
      if (!printed || wanted === printed) return;
      wanted = printed;
      const to = new URL(location.href);
      to.searchParams.set("line", String(printed));
      busy(line);
      try {
        const answer = await fetch(to);
        if (!answer.ok) throw new Error(`The server answers with status ${answer.status}.`);
        const then = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (wanted === printed) {
          for (const id of ofMoment) document.getElementById(id)?.replaceChildren(...(then.getElementById(id)?.childNodes ?? []));
          line.value = range.value = String(printed);
          history.replaceState(history.state, "", to);
        }
      } catch (error) {
        write(document.getElementById("said"), `Line ${printed} cannot be shown: ${error instanceof Error ? error.message : error}`);
      }
      if (wanted === printed) idle(line);
    });
  }
}
