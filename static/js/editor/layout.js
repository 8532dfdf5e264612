// Whether the root is at the top or at the left. The address of the page has it, so
// that a link leads to the tree as it is seen here.

import { layoutParameter as parameter } from "../shared/page-address.js";

export class Layout {
  #button;
  #host;

  /**
   * @param {HTMLElement} button
   * @param {object} host
   * @param {() => Promise<void>} host.draw  asks for the picture in this layout, and waits for it
   * @param {() => void} host.fit  the picture is shown as at first
   */
  constructor(button, host) {
    this.#button = button;
    this.#host = host;
    button.addEventListener("click", () => this.turn());
    this.#mark();
  }

  get sideways() {
    return new URLSearchParams(location.search).get(parameter) === "sideways";
  }

  async turn() {
    const to = new URL(location.href);
    if (this.sideways) to.searchParams.delete(parameter);
    else to.searchParams.set(parameter, "sideways");
    history.replaceState(history.state, "", to);
    this.#mark();
    await this.#host.draw();
    this.#host.fit();
  }

  #mark() {
    this.#button.setAttribute("aria-pressed", String(this.sideways));
  }
}
