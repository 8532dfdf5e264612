// The page of a result: verdicts on the tree, and the link to hand in.

import "../shared/idle.js";
import { picture } from "./picture.js";
import { mark, worst } from "./tree-marks.js";

const items = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".moves li")]);
const mistake = items.find((i) => i.dataset.verdict !== "right");
const { svg, see } = picture((node) => {
  const item = items.find((i) => i.dataset.node === String(node));
  item?.scrollIntoView({ block: "nearest" });
  light(item);
}, mistake?.dataset.node);

/** @param {HTMLElement | undefined} item */
function light(item) {
  for (const lit of svg.querySelectorAll(".lit")) lit.classList.remove("lit");
  if (item) svg.getElementById(`n${item.dataset.node}`)?.classList.add("lit");
}

for (const verdict of [...worst].reverse()) {
  for (const item of items) if (item.dataset.verdict === verdict) mark(svg.getElementById(`n${item.dataset.node}`), verdict);
}
for (const item of items) {
  item.addEventListener("pointerenter", () => light(item));
  item.addEventListener("pointerleave", () => light(undefined));
  item.querySelector("a")?.addEventListener("click", (e) => { // its first link names the node
    const node = svg.getElementById(`n${item.dataset.node}`);
    if (!node) return;
    e.preventDefault();
    see(node);
    light(item);
    document.getElementById("stage")?.scrollIntoView({ block: "nearest" });
  });
}

document.getElementById("copy")?.addEventListener("click", async () => {
  const said = /** @type {HTMLElement} */ (document.getElementById("copied"));
  try {
    await navigator.clipboard.writeText(location.href);
    said.textContent = "The link is copied.";
  } catch {
    said.textContent = "This browser does not allow copying. Copy the address of this page by hand.";
  }
});
