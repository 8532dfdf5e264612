// The time left to answer, if the question has a time limit. The server stops the question;
// the pages only count down.

/** In the last seconds the time left is highlighted and spoken. */
const soon = 10;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Countdown {
  #room;
  #timer = 0;
  /** The end for which the last seconds were spoken. */
  #spoken = 0;

  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.#room = room;
  }

  /** @param {import("./room.js").Question | null} q */
  show(q) {
    clearTimeout(this.#timer);
    const box = byId("time-left"), ends = q?.state === "open" ? q.ends : undefined;
    box.hidden = ends === undefined;
    if (ends === undefined) return;
    const left = Math.max(0, ends - this.#room.now), seconds = Math.ceil(left / 1000);
    box.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left`;
    box.classList.toggle("soon", seconds <= soon);
    if (seconds <= soon && this.#spoken !== ends) {
      this.#spoken = ends;
      byId("question-said").textContent = `${seconds} seconds left.`;
    }
    if (left > 0) this.#timer = window.setTimeout(() => this.show(q), left % 1000 || 1000);
  }
}
