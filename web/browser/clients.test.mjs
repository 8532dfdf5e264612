// The page of the clients, and the client for JavaScript in a page.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { accessible, atStep, idle, narrow, person, shot, theme, themes, url, wide } from "./harness.mjs";

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`the clients are found from the format of a trace, ${width}`, { viewport }, async (page) => {
    await page.goto("/traces/format");
    await page.getByRole("link", { name: "C++" }).click();
    await page.getByRole("heading", { name: "C++" }).waitFor();
    const program = page.locator("details", { hasText: "alphabeta.cpp" });
    await program.locator("summary").click();
    await program.getByText("double search(espalier::Trace").waitFor();
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `the clients in ${name}, ${width}`);
      await shot(page, `clients ${name} ${width}`);
      const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `the page in ${name} is ${over} px wider than the window`);
    }
  });
}

person("a script of a page keeps its search, and it is right", {}, async (page) => {
  await page.goto("/clients");
  const text = await page.evaluate(async () => {
    const { Trace } = await import(/* @type {string} */ ("/clients/" + "espalier.mjs"));
    const trace = new Trace(null, { kind: "minimax", algorithm: "alphabeta" });
    trace.enter("ä", { player: 1, alpha: -Infinity, beta: Infinity });
    trace.enter("b", { player: 2 });
    trace.leaf("d", 5);
    trace.exit("b", trace.leaf("e", 0.1 + 0.2));
    trace.exit("ä", 0.1 + 0.2);
    return trace.text;
  });
  const answer = await fetch(url + "/api/v1/traces/check", { method: "POST", headers: { "Content-Type": "application/x-ndjson" }, body: text });
  assert.equal((await answer.json()).verdict, "right", text);
});

person("a script of a page sends its search to the server", {}, async (page) => {
  await page.goto("/clients");
  const logged = page.waitForEvent("console", (m) => m.text().startsWith("espalier: the search is shown at"));
  const text = await page.evaluate(async () => {
    const { Trace } = await import(/* @type {string} */ ("/clients/" + "espalier.mjs"));
    const trace = new Trace(document.location.origin, { kind: "minimax" });
    trace.enter("root", { player: 1 });
    for (let i = 0; i < 10_000; i++) trace.leaf(`n${i}`, i);
    trace.exit("root", 9999);
    trace.close();
    return trace.text;
  });
  const id = (await logged).text().split("/").at(-1);
  const kept = await (await fetch(`${url}/api/v1/traces/${id}`)).json();
  assert.deepEqual([kept.events, kept.complete, kept.verdict], [10_002, true, "right"]);
  assert.equal(await (await fetch(`${url}/api/v1/traces/${id}/source`)).text(), text);
});

person("the page of a search that a client has sent shows its text, and the line of each step", {}, async (page) => {
  const folder = await mkdtemp(join(tmpdir(), "espalier-client-"));
  const text = Object.fromEntries(await Promise.all(["espalier.mjs", "shallow.mjs"].map(async (name) => [name, await (await fetch(`${url}/clients/${name}`)).text()])));
  await Promise.all(Object.entries(text).map(([name, source]) => writeFile(join(folder, name), source)));
  const { stderr } = await promisify(execFile)(process.execPath, [join(folder, "shallow.mjs"), url]);
  await rm(folder, { recursive: true });
  await page.goto(`/traces/${/\/traces\/(\w+)/.exec(stderr)?.[1]}`);
  await atStep(page);
  const now = page.locator("#code .now"), lines = text["shallow.mjs"].trimEnd().split("\n");
  assert.deepEqual((await page.locator("#code li").allTextContents()).map((line) => line.trimEnd()), lines);
  for (const [step, call] of ["trace.enter(", "trace.leaf(", "trace.prune(", "trace.exit("].entries()) {
    await page.keyboard.press("Home");
    await idle(page);
    for (let presses = 0; !(await now.allTextContents())[0]?.includes(call); presses++) {
      assert.ok(presses < 40, `no step ${step} of ${call}`);
      await page.keyboard.press("ArrowRight");
      await idle(page);
    }
    assert.ok(await now.evaluate((line) => getComputedStyle(line).backgroundColor !== getComputedStyle(line.parentElement).backgroundColor), "the line does not glow");
  }
});
