// How long the browser has worked on a page.

/** Milliseconds that the page's main thread has worked so far: on scripts, on layout, on all with style and paint; from the browser's own books. */
export const scriptClock = (page) => cpuClock(page, "ScriptDuration"), layoutClock = (page) => cpuClock(page, "LayoutDuration"), taskClock = (page) => cpuClock(page, "TaskDuration");

async function cpuClock(page, name) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find((m) => m.name === name).value;
  };
}

/** Milliseconds that `redraw` takes the page's thread on a quiet machine. The least of 24 measurements was 120, the most 266. */
const quiet = 130;

/** A plain drawing of 1,000 nodes: nothing of Espalier's. */
const drawing = `<style>.a { fill: #fff } .b { fill: #ccc }</style><svg viewBox="0 0 480 225" width="1200" height="600">${
  Array.from({ length: 1000 }, (_, i) => `<g transform="translate(${(i % 40) * 12} ${Math.floor(i / 40) * 9})"><rect class="a" width="8" height="6"/><text font-size="3" y="4">${i}</text></g>`).join("")
}</svg>`;

/** Sorts the nodes of the drawing and changes a quarter of them, in each of ten frames. */
async function redraw() {
  const groups = Array.from(document.querySelectorAll("g"));
  for (let frame = 0; frame < 10; frame++) {
    const order = groups.map((g, i) => ({ g, key: `${(i * 7919 + frame) % 1000}` })).sort((a, b) => (a.key < b.key ? -1 : 1));
    order.forEach(({ g, key }, i) => {
      if (i % 4) return;
      g.firstElementChild.setAttribute("class", frame % 2 ? "a" : "b");
      g.lastElementChild.textContent = key;
    });
    await new Promise(requestAnimationFrame);
  }
}

/** Milliseconds of script that `rewrite` takes on a quiet machine. */
const quietScript = 4;

/** Gives each node of the drawing other classes, another description and another text, as a step of a run does that changes all; as a task of the page, since the browser's books have no scripts of a test. */
function rewrite() {
  return new Promise((resolve) => requestAnimationFrame(() => {
    for (const g of document.querySelectorAll("g")) {
      const done = g.classList.toggle("done");
      g.classList.toggle("best", !done);
      g.setAttribute("aria-description", `node, ${done ? "searched" : "open"}`);
      g.lastElementChild.textContent = done ? "≥ 5" : "≤ 4";
    }
    requestAnimationFrame(resolve);
  }));
}

/**
 * How many times as long work of a page takes now as on a quiet machine, at least 1: other machines
 * on the same processor can slow this one down to half for minutes, and no clock here distinguishes that from work.
 * @param {import("playwright-core").Page} page
 */
export const slowdown = (page) => compared(page, taskClock, redraw, quiet, 1);

/** The same for scripts alone: a machine can be slow at these and not at painting. @param {import("playwright-core").Page} page */
export const scriptSlowdown = (page) => compared(page, scriptClock, rewrite, quietScript, 10);

async function compared(page, clockOf, work, quiet, times) {
  const other = await page.context().newPage();
  try {
    await other.setContent(drawing);
    const clock = await clockOf(other);
    await other.evaluate(work); // compiles it
    const before = await clock();
    for (let i = 0; i < times; i++) await other.evaluate(work);
    return Math.max(1, ((await clock()) - before) / times / quiet);
  } finally {
    await other.close();
  }
}
