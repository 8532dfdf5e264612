// A notice on the page of a saved tree: there is a newer revision than the one
// that is shown, with a link to it. The page itself stays, and so does its step.

import { ReconnectingSocket } from "../shared/reconnecting-socket.js";

const notice = document.getElementById("follow");
/** Seconds before each try to connect again. */
const retryAfter = [1, 2, 5, 10, 30];
/** Many pages may show one tree: they do not come back in one moment. */
const jitter = 0.5;

if (notice) watch(notice);

/** @param {HTMLElement} notice */
function watch(notice) {
  const saved = notice.dataset.saved, shown = Number(notice.dataset.revision);
  const words = document.createElement("span");
  notice.prepend(words);
  let deleted = false;

  /** @param {{revision: number}} draft */
  function newer(draft) {
    if (draft.revision <= shown) return;
    words.textContent = `The tree has been edited: this is revision ${shown}, the newest is ${draft.revision}. `;
    for (const old of notice.querySelectorAll("[data-fixed]")) old.remove();
    notice.hidden = false;
    for (const link of notice.querySelectorAll("a")) link.hidden = false;
  }

  function gone() {
    deleted = true;
    socket.close();
    words.textContent = "The tree has been deleted. ";
    notice.hidden = false;
    for (const link of notice.querySelectorAll("a")) link.hidden = true;
  }

  const socket = new ReconnectingSocket(retryAfter, {
    opened: () => socket.send({ type: "open", id: "follow", saved, quiet: true }),
    received(message) {
      if (message.type === "draft") newer(message);
      else if (message.type === "error" && message.status === 404) gone();
    },
  }, jitter);

  window.addEventListener("pagehide", () => socket.close());
  window.addEventListener("pageshow", (e) => {
    if (e.persisted && !deleted) socket.open(); // the browser kept the page, not its connection
  });
  socket.open();
}
