// Folder run: the page of a run, its playback, panels, quiz, comparison and story.
// It imports shared/ only.
//
// This module starts the page of a run on the server: the steps come over the
// websocket, the URL is the state, and another value of a leaf can be tried.

import { sendChoices } from "./choices.js";
import { parts, start } from "./page.js";
import { Connection } from "./connection.js";
import { busy, idle } from "../shared/idle.js";
import { actsOf } from "../shared/keys.js";
import { parseJSON } from "../shared/exact.js";

const page = parts();
if (page?.form.dataset.request) {
  const request = parseJSON(page.form.dataset.request);
  const first = Number(page.form.dataset.step);
  // The quiz is a sixth of all scripts, and most pages do not use it.
  const Quiz = "ask" in page.form.dataset ? (await import("./quiz.js")).Quiz : null;
  // Trees that are drawn in part are few.
  const Folding = "around" in page.form.dataset ? (await import("./folding.js")).Folding : null;
  // So are those that wait for an answer.
  const leader = "until" in page.form.dataset || "neutral" in page.form.dataset ? (await import("./until.js")).untilAnswered : null;
  // Beside a position there is little room: a tree that is drawn as a whole is shown as far as it can be read.
  const frame = document.getElementById("at-work") && !Folding ? (await import("./frame.js")).widest : undefined;
  start(page, request, first, {
    choices: sendChoices,
    source: (listener) => new Connection(listener),
    address,
    drawing: () => import("./certificate-drawing.js").then(({ Drawing }) => Drawing),
    card: (go) => import("./node-card.js").then(({ NodeCard }) => new NodeCard(go)),
    narrow,
    leave: async (timeline, step) => (await import("./place.js")).keepPlace(timeline, step),
    place: await kept(),
    present,
    quiz: Quiz ? (host) => new Quiz(request, first, page.svg, host) : undefined,
    frame,
    folding: Folding ? (view, host) => new Folding(view, host) : undefined,
    leader: leader ? (run) => leader(page.form, run) : undefined,
    calls: () => import("./calls.js"),
    whatIf: (view) => import("./what-if.js").then(({ WhatIf }) => new WhatIf(view, request)),
  });
}

const teach = document.getElementById("teach");
teach?.addEventListener("click", async () => (await import("./teach.js")).teach(teach));

const demand = document.querySelector("#all-algorithms a.demand");
if (demand instanceof HTMLAnchorElement) {
  demand.addEventListener("click", async (e) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    (await import("./demand.js")).compareOnDemand(demand);
  });
}

/** The place of the page before, which showed another run of the same tree. */
async function kept() {
  try {
    return sessionStorage.getItem("espalier-place") ? (await import("./place.js")).keptPlace() : undefined;
  } catch {
    return undefined; // storage may be forbidden
  }
}

/** What a narrow window needs comes once the window is narrow. @param {HTMLFormElement} form */
function narrow(form) {
  const media = matchMedia("(max-width: 600px)");
  const fit = async () => {
    busy(narrow);
    (await import("./narrow.js")).fitNarrow(form);
    idle(narrow);
  };
  if (media.matches) fit();
  else media.addEventListener("change", fit, { once: true });
}

/** Present mode comes when it is first asked for. @type {NonNullable<import("./page.js").PageOptions["present"]>} */
function present(form, picture) {
  const button = document.getElementById("present");
  const load = async () => {
    button?.removeEventListener("click", clicked);
    document.removeEventListener("keydown", pressed);
    busy(present);
    const [{ presentable }, { presenting }] = await Promise.all([import("./present.js"), import("../shared/page-address.js"), styled()]);
    presentable(form, (on) => {
      presenting(on);
      if (picture) import("./reshape.js").then(({ reshape }) => reshape(picture));
    });
    idle(present);
  };
  const clicked = async () => {
    await load();
    button?.click();
  };
  /** @param {KeyboardEvent} e */
  const pressed = async (e) => {
    if (!actsOf(e).includes("present")) return;
    await load();
    e.target?.dispatchEvent(new KeyboardEvent("keydown", { key: e.key, ctrlKey: e.ctrlKey, metaKey: e.metaKey, altKey: e.altKey, bubbles: true, cancelable: true }));
  };
  if ("present" in form.dataset) return void load();
  button?.addEventListener("click", clicked);
  document.addEventListener("keydown", pressed);
}

/** The rules of present mode: few pages need them. The server sends them where the address asks for it. */
async function styled() {
  const before = document.querySelector("link[href*='/run/run.css']");
  if (document.querySelector("link[href*='/run/present.css']") || !before) return;
  const { addStylesheet } = await import("../shared/stylesheet.js");
  await addStylesheet("css/run/present.css", before);
}

/** @param {number} step @param {string} size */
function address(step, size) {
  const url = new URL(location.href), resized = (url.searchParams.get("by") ?? "events") !== size;
  url.searchParams.set("step", String(step));
  setSize(url, size);
  history.replaceState(history.state, "", url);
  for (const link of document.querySelectorAll(resized ? "a[href]" : "a[data-step-link]")) {
    const to = new URL(link.getAttribute("href") ?? "", location.href); // a collapsed subtree is a link in the SVG, whose href is not a string
    const atStep = link.hasAttribute("data-step-link");
    if (atStep) to.searchParams.set("step", String(step));
    else if (to.pathname !== url.pathname || to.search === "") continue; // other runs on this page keep the size
    setSize(to, size);
    link.setAttribute("href", to.href);
  }
}

/** @param {URL} url @param {string} size */
function setSize(url, size) {
  if (size === "events") url.searchParams.delete("by");
  else url.searchParams.set("by", size);
}
