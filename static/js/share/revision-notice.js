// A page on which a saved tree is read: it says when there is a newer revision
// than the one it shows, and links to it. What is on the page stays: nobody's
// step is lost.

import { connect, disconnect } from "../shared/reconnecting-socket.js";

const notice = document.getElementById("follow");
/** Seconds before another try, after a connection was lost. */
const retryAfter = [1, 2, 5, 10, 30];
/** A class that follows one tree shall not come back in one moment. */
const jitter = 0.5;

if (notice) follow(notice);

/** @param {HTMLElement} notice */
function follow(notice) {
  const saved = notice.dataset.saved, shown = Number(notice.dataset.revision);
  const words = document.createElement("span");
  notice.prepend(words);
  let tries = 0, over = false, waiting = 0;
  /** @type {WebSocket | undefined} */
  let socket;

  /** @param {{revision: number}} draft */
  function newer(draft) {
    if (draft.revision <= shown) return;
    words.textContent = `The tree has been edited since: this is revision ${shown}, the newest is ${draft.revision}. `;
    for (const old of notice.querySelectorAll("[data-fixed]")) old.remove();
    notice.hidden = false;
    for (const link of notice.querySelectorAll("a")) link.hidden = false;
  }

  function open() {
    const made = (socket = connect());
    made.onopen = () => {
      tries = 0;
      made.send(JSON.stringify({ type: "open", id: "follow", saved, quiet: true }));
    };
    made.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "draft") newer(message);
      else if (message.type === "error") {
        over = message.status === 404; // the tree has been deleted
        if (over) {
          words.textContent = "The tree has been deleted. ";
          notice.hidden = false;
          for (const link of notice.querySelectorAll("a")) link.hidden = true;
        }
      }
    };
    made.onclose = () => {
      if (over) return;
      const seconds = retryAfter[Math.min(tries++, retryAfter.length - 1)] * (1 + jitter * Math.random());
      waiting = window.setTimeout(open, seconds * 1000);
    };
  }

  window.addEventListener("pagehide", () => {
    clearTimeout(waiting);
    disconnect(socket);
  });
  window.addEventListener("pageshow", (e) => {
    if (e.persisted && !over) open(); // the browser kept the page, not its connection
  });
  open();
}
