// Whether the page is idle: no edit waits for its answer, no timer or animation
// is running that changes the page by itself. The root element then has the
// attribute data-idle. Tests wait for it.

/** What is going on. @type {Set<unknown>} */
const going = new Set();

/** Something goes on until idle is called for it. @param {unknown} what */
export function busy(what) {
  going.add(what);
  show();
}

/** @param {unknown} what  as it was given to busy; what does not go on is left out */
export function idle(what) {
  if (going.delete(what)) show();
}

function show() {
  document.documentElement.toggleAttribute("data-idle", going.size === 0);
}

busy(going); // until the scripts of the page have run
const begun = () => idle(going);
// WebKit may run the scripts of a page after its load event.
if (document.readyState === "complete") setTimeout(begun);
else window.addEventListener("load", begun);
