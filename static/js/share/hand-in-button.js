// The button of the editor that hands its tree in to the room that this browser is in, and
// shows the picture of what was handed in.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { handIn, knownCode } from "./hand-in.js";

/** Puts the button before another one, if the browser is in a room. @param {Element} before @param {() => string} id  of the tree; empty: it is not saved yet */
export function handInButton(before, id) {
  const code = knownCode();
  if (!code) return;
  const button = document.createElement("button"), dialog = dialogOf(code);
  button.type = "button";
  button.className = "share-open";
  button.textContent = "Hand in";
  button.title = `Hand this tree in to the room ${code}`;
  before.before(button);
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    busy(button);
    const tree = id(), trouble = await handIn(tree, code).then(() => "", (error) => String(error.message));
    idle(button);
    button.removeAttribute("aria-disabled");
    dialog.show(tree, trouble);
  });
}

/** The dialog that says how it went. @param {string} code */
function dialogOf(code) {
  const dialog = document.createElement("dialog"), title = document.createElement("h2"), words = document.createElement("p"), picture = document.createElement("img"), form = document.createElement("form"), close = document.createElement("button");
  dialog.className = "handed-in";
  title.id = "handed-in-title";
  dialog.setAttribute("aria-labelledby", title.id);
  form.method = "dialog";
  close.textContent = "Close";
  form.append(close);
  dialog.append(title, picture, words, form);
  document.body.append(dialog);
  return {
    /** @param {string} tree @param {string} trouble */
    show(tree, trouble) {
      title.textContent = trouble ? "It is not handed in" : "Handed in";
      words.textContent = trouble || `The room ${code} has this tree. You can change it, and hand it in again.`;
      picture.hidden = trouble !== "";
      if (!trouble) {
        const dark = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
        picture.src = under(`/trees/${tree}/picture.svg?theme=${dark}&at=${Date.now()}`);
        picture.alt = "The tree that was handed in";
      }
      dialog.showModal();
    },
  };
}
