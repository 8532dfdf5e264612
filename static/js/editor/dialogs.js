// The dialogs and menus of the editor, and the buttons that open them.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (byId(id));

/**
 * @param {Record<string, () => void>} actions  of other buttons, by their ids
 * @param {() => void} back  the focus goes to the tree
 */
export function doors(actions, back) {
  const page = byId("edit");
  const all = { ...actions, "show-start": () => dialog("start").showModal(), "show-help": () => dialog("help").showModal() };
  for (const [name, action] of Object.entries(all)) byId(name).addEventListener("click", action);
  for (const close of page.querySelectorAll("dialog [data-close]")) close.addEventListener("click", () => close.closest("dialog")?.close());
  // A menu closes when somebody goes elsewhere.
  for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (page.querySelectorAll("details.menu"))) {
    document.addEventListener("pointerdown", (e) => {
      if (!menu.open || !(e.target instanceof Node) || menu.contains(e.target)) return;
      const at = document.activeElement;
      if (at instanceof HTMLElement && menu.contains(at)) {
        at.blur(); // what is typed there is taken, before anything else is done
        back();
      }
      menu.open = false;
    });
    menu.addEventListener("focusout", (e) => e.relatedTarget instanceof Node && !menu.contains(e.relatedTarget) && (menu.open = false));
    menu.addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
  }
  document.addEventListener("keydown", (e) => {
    const field = e.target instanceof Element && e.target.closest("input, textarea, select, dialog");
    if (e.key !== "?" || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || field) return;
    e.preventDefault();
    dialog("help").showModal();
  });
}

/** Milliseconds for which nobody asks what a click does. */
const soon = 500;

/**
 * Links that wait until everything is on the server.
 * @param {HTMLElement[]} parts  that hold them
 * @param {() => Promise<void> | null} ready  null: not now, something is wrong
 * @param {() => boolean} waiting
 * @param {() => void} held  it takes longer
 */
export function leaving(parts, ready, waiting, held) {
  for (const part of parts) {
    part.addEventListener("click", (e) => {
      const link = e.target instanceof Element ? e.target.closest("a") : null;
      if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
      const sent = ready();
      if (sent && !waiting()) return;
      e.preventDefault();
      if (!sent) return;
      const long = setTimeout(held, soon);
      sent.then(() => {
        clearTimeout(long);
        location.assign(link.href); // the first edit has given it another address
      });
    });
  }
}

/** Characters of a text that a page shows; a longer one is taken away as a file. */
const shownLength = 20_000;

/**
 * What was typed and could not be taken, to be copied or taken away.
 * @param {string} typed
 */
export function keepsake(typed) {
  if (typed.length > shownLength) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([typed], { type: "text/plain" }));
    link.download = "typed.txt";
    link.textContent = "What was typed, as a file";
    return link;
  }
  const label = document.createElement("label"), area = document.createElement("textarea");
  area.value = typed;
  area.readOnly = true;
  area.rows = Math.min(4, typed.split("\n", 4).length);
  label.append("What was typed: ", area);
  return label;
}
