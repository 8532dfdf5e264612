// On a phone the tree of the argument is above the text. When the argument is over, it
// leaves: from where its next part comes into sight on, however far the page is scrolled.

const after = document.querySelector(".measured, .break");
if (after) {
  const chapter = /** @type {HTMLElement} */ (after.closest(".chapter"));
  new IntersectionObserver(([seen]) => chapter.classList.toggle("over", seen.isIntersecting), { rootMargin: "99999px 0px -30% 0px" }).observe(after);
}
