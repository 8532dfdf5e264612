// What a narrow window needs: the height of the playback for what is above it, and
// rows of choices and a text of the step that scroll and show that they do.

/** Pixels that count as the end of a row or a text. */
const near = 2;

/** @param {HTMLFormElement} form */
export function fitNarrow(form) {
  const playback = form.querySelector(".playback");
  if (playback) {
    new ResizeObserver(() => document.documentElement.style.setProperty("--playback-height", `${playback.getBoundingClientRect().height}px`)).observe(playback);
  }
  const text = form.querySelector(".commentary"), words = text?.querySelector(".texts");
  if (text && words) {
    let scrolled = false;
    const more = () => {
      scrolled = text.scrollTop > 0;
      text.toggleAttribute("data-below", text.scrollTop < text.scrollHeight - text.clientHeight - near);
    };
    text.addEventListener("scroll", more, { passive: true });
    new ResizeObserver(more).observe(words);
    document.addEventListener("step-explained", () => scrolled && text.scrollTo(0, 0)); // another text begins at its top
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
