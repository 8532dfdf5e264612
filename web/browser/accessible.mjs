// What axe-core finds on a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runScript } from "./windows.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/**
 * Fails on any violation of WCAG 2.2 AA that axe-core finds on the page as it is. Dark is
 * light with other colours (theme.css): what has passed in light needs only the rules of colours.
 */
export async function accessible(page, what) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await runScript(page, axeSource);
  const found = await page.evaluate(async (tags) => {
    const { theme } = document.documentElement.dataset, state = `${innerWidth} ${innerHeight} ${scrollX} ${scrollY} ${document.body.outerHTML}`;
    const runOnly = theme === "dark" && globalThis.passedInLight === state ? ["color-contrast", "link-in-text-block"] : { type: "tag", values: tags };
    const { violations } = await globalThis.axe.run(document, { runOnly, resultTypes: ["violations"] });
    if (theme === "light" && violations.length === 0) globalThis.passedInLight = state;
    return violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")}: ${n.failureSummary}`));
  }, wcag);
  assert.deepEqual(found, [], `violations of WCAG 2.2 AA on ${what}`);
}
