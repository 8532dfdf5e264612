// What a narrow window needs: the height of the player for what stands above it,
// and rows of choices that scroll and show that they do.

/** Pixels that count as the end of a row. */
const near = 2;

/** @param {HTMLFormElement} form */
export function fitNarrow(form) {
  const player = form.querySelector(".player");
  if (player) {
    new ResizeObserver(() => document.documentElement.style.setProperty("--player-height", `${player.getBoundingClientRect().height}px`)).observe(player);
  }
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".choices, .leaves"))) {
    const made = row.querySelector("input:checked")?.parentElement;
    const show = () => {
      const left = row.scrollLeft > near, right = row.scrollLeft < row.scrollWidth - row.clientWidth - near;
      if (left || right) row.dataset.more = left && right ? "both" : left ? "left" : "right";
      else delete row.dataset.more;
    };
    if (made) row.scrollLeft = made.offsetLeft - (row.clientWidth - made.offsetWidth) / 2;
    row.addEventListener("scroll", show, { passive: true });
    new ResizeObserver(show).observe(row);
  }
}
