// Folder games: the pages of the games. It imports shared/ only.
//
// This module keeps the choice of two or four colours for the suits in the browser, and begins what turn.js, evaluate.js and set-up.js do.

import { begin, go } from "./turn.js";

const stored = "espalier-suits";

// A form can be sent only if a person sees which field is wrong.
document.addEventListener("invalid", (e) => {
  const around = /** @type {Element} */ (e.target).closest("details");
  if (around) around.open = true;
}, true);

begin(() => {
  suits();
  for (const only of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) only.hidden = false;
  centre();

  // A search that plays against a person moves by itself. Back leads past its turn.
  const engine = document.getElementById("engine");
  if (engine instanceof HTMLAnchorElement && "chained" in engine.dataset) go(engine.href, "replaceState");

  // The moves are evaluated beside what is on the page, and their search can be stopped.
  const values = document.getElementById("evaluate");
  values?.addEventListener("submit", async (e) => {
    e.preventDefault();
    (await import("./evaluate.js")).evaluate(/** @type {HTMLFormElement} */ (values));
  });

  // Cards and pieces are set up by clicks, too, from when the form is opened.
  const setter = document.getElementById("setter"), around = setter?.closest("details");
  const set = async () => {
    if (setter?.hidden && around?.open) (await import("./set-up.js")).setUp(setter, /** @type {HTMLFormElement} */ (setter.nextElementSibling));
  };
  around?.addEventListener("toggle", set);
  set();

  const teach = document.getElementById("teach");
  teach?.addEventListener("click", async () => {
    const { form, dataset } = /** @type {HTMLButtonElement} */ (teach), chosen = new FormData(form ?? undefined), depth = Number(chosen.get("depth")), further = Number(chosen.get("quiescence"));
    const quiet = further > 0 ? { further } : {}, options = further > 0 ? { depth, quiescence: further } : { depth };
    const show = { game: JSON.parse(dataset.game ?? "{}"), expand: depth, ...quiet, algorithm: chosen.get("algorithm"), options };
    (await import("../shared/open-room.js")).openRoom(teach, show, /** @type {HTMLElement} */ (document.getElementById("notice")), document.querySelector("h1")?.textContent?.trim() ?? "");
  });
});

/** Two colours for the suits or four, as the browser keeps it. */
function suits() {
  const switched = document.getElementById("four-suits");
  if (!(switched instanceof HTMLInputElement)) return;
  switched.checked = read() === "four";
  show(switched.checked);
  switched.addEventListener("change", () => {
    show(switched.checked);
    try {
      localStorage.setItem(stored, switched.checked ? "four" : "two");
    } catch {
      // Storage may be forbidden: then the choice holds for this page.
    }
  });
}

/** Moves a board that is wider than the window to the part that is played: the middle of what can be clicked, or else of the last move. */
function centre() {
  const around = document.querySelector(".position");
  if (!around || around.scrollWidth <= around.clientWidth) return;
  const parts = [...around.querySelectorAll(".board a, .board .last")].map((a) => a.getBoundingClientRect());
  if (!parts.length) return;
  const box = around.getBoundingClientRect(), left = Math.min(...parts.map((p) => p.left)), right = Math.max(...parts.map((p) => p.right));
  if (left < box.left || right > box.right) around.scrollLeft += (left + right) / 2 - (box.left + box.right) / 2;
}

/** @param {boolean} four */
function show(four) {
  document.documentElement.toggleAttribute("data-suits", four);
  if (four) document.documentElement.dataset.suits = "four";
}

function read() {
  try {
    return localStorage.getItem(stored);
  } catch {
    return null;
  }
}
