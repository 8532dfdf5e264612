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

/**
 * How many times as long work of a page takes now as on a quiet machine, at least 1: other machines
 * on the same processor can slow this one down to half for minutes, and no clock here distinguishes that from work.
 * @param {import("playwright-core").Page} page
 */
export async function slowdown(page) {
  const other = await page.context().newPage();
  try {
    await other.setContent(drawing);
    const clock = await taskClock(other);
    await other.evaluate(redraw); // compiles it
    const before = await clock();
    await other.evaluate(redraw);
    return Math.max(1, ((await clock()) - before) / quiet);
  } finally {
    await other.close();
  }
}
