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
