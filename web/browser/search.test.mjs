// The search of the header: by keys and by its button, from what is typed to what is opened.

import assert from "node:assert/strict";
import { fig6, keep } from "./editor.mjs";
import { accessible, idle, narrow, person, shot, theme, themes, until, wide } from "./harness.mjs";

/** Milliseconds from a key to the first result. */
const limit = 30;

const search = (page) => page.getByRole("combobox", { name: "Search" });
const results = (page) => page.locator("#search-list [role=option]");

/** Opens it by a key, and waits for the index. */
async function open(page, key = "/") {
  await page.keyboard.press(key);
  await search(page).waitFor();
  await idle(page);
}

person("a figure, a chapter, a theorem, an algorithm, a game, an exercise, an experiment, a term, a lesson, a page and an action are found by a few letters", {}, async (page) => {
  for (const [typed, first, path] of [
    ["hearts", "Hearts", "/games/hearts"],
    ["failure of d", "Failure of deep pruning for three players", "/figures/k1991-fig6"],
    ["why deep", "Why deep pruning fails", "/learn/deep-fails"],
    ["shallow prun theorem", /shallow pruning/i, "/learn/theorems/"],
    ["specul algor", /speculative/i, "/algorithms#"],
    ["mit exercise", /./, "/exercises/"],
    ["table 2 experiment", /./, "/experiments/"],
    ["glossary", "Glossary", "/learn/glossary"],
    ["paste", "Paste a tree", "/draw#paste"],
    ["new tr", "New tree", "/edit"],
    ["join", "Join a room", "/c"],
    ["chk prgrm", "Check your program", "/traces"], // letters in order
    ["maxn", /maxⁿ/i, "/"],
  ]) {
    await page.goto("/notation");
    await open(page);
    await page.keyboard.type(typed);
    const name = await results(page).first().evaluate((li) => li.firstChild.textContent);
    assert.ok(typeof first === "string" ? name === first : first.test(name), `“${typed}” finds “${name}” first, want “${first}”`);
    await page.keyboard.press("Enter");
    await page.waitForURL((u) => u.pathname + u.hash !== "/notation" && (u.pathname + u.hash).startsWith(path));
  }
});

person("the arrow keys choose, Escape gives the focus back, and where text is typed a slash is a slash", {}, async (page) => {
  await page.goto("/figures");
  const field = page.getByRole("searchbox");
  await field.focus();
  await page.keyboard.type("1/2");
  assert.equal(await field.inputValue(), "1/2");
  assert.equal(await search(page).count(), 0);
  await open(page, "Control+k"); // that one is for text fields, too
  await page.keyboard.type("deep");
  const at = () => search(page).evaluate((input) => document.getElementById(input.getAttribute("aria-activedescendant"))?.textContent);
  const all = await results(page).allTextContents();
  assert.ok(all.length > 3, `${all.length} results`);
  assert.equal(await at(), all[0]);
  await page.keyboard.press("ArrowDown");
  assert.equal(await at(), all[1]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await at(), all.at(-1));
  await page.keyboard.press("Escape");
  assert.equal(await search(page).isVisible(), false);
  assert.ok(await field.evaluate((f) => f === document.activeElement), "the focus is where it was");
  const button = page.getByRole("button", { name: "Search" });
  await button.click();
  await search(page).waitFor();
  await page.keyboard.type("zzqx");
  await page.getByText("Nothing found. Try fewer letters.").waitFor();
  await page.keyboard.press("Escape");
  assert.ok(await button.evaluate((b) => b === document.activeElement), "the focus is on the button");
});

person("nothing of it is loaded before it is opened, and what is typed meanwhile is kept", { requests: true }, async (page) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.route("**/search.js", async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await page.goto("/figures/k1991-fig6?algorithm=deep");
  await idle(page);
  const loaded = () => asked.filter((path) => /index\.json|search\.js|palette\.css|ranking\.js/.test(path));
  assert.deepEqual(loaded(), []);
  await page.keyboard.press("/");
  await page.keyboard.type("pfs"); // keys of the page as well
  await search(page).waitFor();
  assert.equal(await search(page).inputValue(), "pfs");
  assert.equal(await page.locator("form.run").getAttribute("data-present"), null);
  await idle(page);
  assert.equal(loaded().filter((path) => path.endsWith("index.json")).length, 1);
});

person("the page’s own buttons, the themes and the browser’s own trees are found", {}, async (page) => {
  const { edit } = await keep({ text: `title "A tree of mine"\n${fig6}` });
  await page.goto(edit);
  await idle(page);
  await page.goto("/figures/k1991-fig6?algorithm=deep");
  await idle(page);
  await open(page, "Control+k");
  assert.match(await results(page).first().textContent(), /^A tree of mine/);
  await page.keyboard.type("theme dark");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  const step = () => page.evaluate(() => new URL(location.href).searchParams.get("step"));
  const before = await step();
  await open(page);
  await page.keyboard.type("last step");
  await page.keyboard.press("Enter");
  await until(async () => (await step()) !== before, "the last step is shown");
  await open(page);
  await page.keyboard.type("tree of mine");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/edit/*");
});

person(`the first result is there at most ${limit} ms after a key`, {}, async (page) => {
  await page.goto("/");
  await open(page);
  const times = [];
  for (const letter of "speculativepruning") {
    times.push(await search(page).evaluate((input, key) => {
      const list = document.getElementById("search-list");
      list.replaceChildren();
      const start = performance.now();
      input.value += key;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      list.getBoundingClientRect(); // laid out
      return performance.now() - start;
    }, letter));
    if (times.length === 11) await search(page).fill("");
  }
  const sorted = times.toSorted((a, b) => a - b), median = sorted[times.length >> 1];
  console.log(`a key takes ${median.toFixed(1)} ms to the first result (median of ${times.length}; at most ${sorted.at(-1).toFixed(1)} ms)`);
  assert.ok(median <= limit, `${median} ms`);
});

person("the search is accessible in all themes, wide and narrow, and covers the page without a scroll sideways", {}, async (page) => {
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport);
    for (const name of themes) {
      await page.goto("/explore");
      await theme(page, name);
      await open(page);
      await page.keyboard.type("pruning");
      await accessible(page, `the search in ${name} at ${viewport.width}`);
      await shot(page, `search-${name}-${viewport.width}`);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `${wider} px wider than the page`);
    }
  }
});
