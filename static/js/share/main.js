// Folder share: sharing a tree, and following one that is shared. It imports
// shared/ only.
//
// This module is the Share button. The dialog is loaded when the pointer comes
// near, or at the click.

const details = /** @type {HTMLDetailsElement | null} */ (document.getElementById("share"));
if (details) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "share-open";
  button.textContent = "Share";
  button.setAttribute("aria-haspopup", "dialog");
  details.replaceWith(button);

  /** @type {Promise<() => Promise<void>> | null} */
  let made = null;
  const panel = () => (made ??= import("./panel.js").then(({ sharePanel }) => sharePanel(details)));
  button.addEventListener("pointerenter", () => panel().catch(() => {}), { once: true });
  button.addEventListener("click", () =>
    panel().then((open) => open(), () => {
      button.replaceWith(details); // the script cannot be loaded: the panel opens as it does without scripts
      details.open = true;
    }),
  );
  // Who follows a room hands in from the editor with one button.
  if (details.querySelector("[data-part=room]")) import("./hand-in-button.js").then(({ handInButton }) => handInButton(button, () => details.dataset.id ?? ""), () => {}); // Share has it, too
  // The editor's tree gets an address with its first edit.
  document.addEventListener("tree-saved", (e) => {
    details.dataset.id = /** @type {CustomEvent<{id: string}>} */ (e).detail.id;
  });
}
