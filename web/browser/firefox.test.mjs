// A tree looks in Firefox as it does in Chromium: the node at work, the path, the best child, cuts
// and edges have the same computed styles at each step. FIREFOX is the browser, Debian's by default.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { launch } from "puppeteer-core";
import { atEnd, atStep, idle, person, until, url, wide } from "./harness.mjs";
import { patience } from "./waits.mjs";

const executablePath = process.env.FIREFOX || "/usr/bin/firefox-esr";

/** The styles of all parts of the tree, motion aside. Browsers write lists and lengths differently. */
const styles = () => {
  for (const motion of document.getAnimations()) motion.finish();
  return [...document.querySelectorAll("#stage svg.tree *")].map((part) => {
    const { strokeWidth, strokeDasharray, fill, stroke, opacity } = getComputedStyle(part);
    return [part.parentElement?.id, [...part.classList].sort().join(" ") || part.localName, parseFloat(strokeWidth), strokeDasharray.replace(/,|px/g, ""), fill, stroke, opacity].join(" | ");
  });
};

const runs = ["/figures/k1991-fig6?algorithm=deep", "/figures/s2003-fig6?algorithm=speculative"];

if (!existsSync(executablePath) && process.env.CI !== "true") console.log(`NOT TESTED in Firefox: there is no ${executablePath}`);
else {
  person("each step of a figure looks in Firefox as in Chromium, by keys", {}, async (page) => {
    const firefox = await launch({ browser: "firefox", executablePath, headless: true, extraPrefsFirefox: { "ui.prefersReducedMotion": 1 } });
    atEnd(() => firefox.close());
    const other = await firefox.newPage(), trouble = [];
    other.setDefaultTimeout(patience);
    other.on("console", (m) => ["error", "warn"].includes(m.type()) && trouble.push(m.text()));
    other.on("pageerror", (e) => trouble.push(String(e)));
    await other.setViewport(wide);
    const widths = new Set();
    for (const run of runs) {
      await page.goto(run);
      await other.goto(url + run);
      const { last } = await atStep(page);
      for (let step = 0; ; step++) {
        await atStep(page, step);
        await idle(page);
        await other.waitForFunction((text) => document.getElementById("step")?.textContent?.trim() === text && document.documentElement.hasAttribute("data-idle"), {}, `step ${step} of ${last}`);
        const here = await page.evaluate(styles);
        let there = [];
        await until(async () => isDeepStrictEqual((there = await other.evaluate(styles)), here), "both look alike").catch(() => assert.deepEqual(there, here, `${run}, step ${step}`)); // a certificate may still come
        for (const text of there) widths.add(text.split(" | ")[2]);
        if (step === last) break;
        await page.keyboard.press("ArrowRight");
        await other.keyboard.press("ArrowRight");
      }
    }
    assert.ok(widths.size >= 6, `all lines are as wide as these: ${[...widths]}`);
    assert.deepEqual(trouble, [], "what Firefox complained of");
  });
}
