// The trace of another program that is kept: played, replaced by the next run, deleted, and followed
// while its program runs.

import assert from "node:assert/strict";
import http from "node:http";
import { accessible, narrow, person, shot, theme, themes, url, wide } from "./harness.mjs";

const deep = `{"players":3,"maxsum":9,"algorithm":"shallow","title":"my shallow"}
{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":[5,2,2]}
{"type":"enter","id":"c","player":2}
{"type":"enter","id":"d","player":3}
{"type":"leaf","id":"e","value":[2,2,5]}
{"type":"prune","id":"d","cut":["f"]}
{"type":"exit","id":"d","value":[2,2,5]}
{"type":"leaf","id":"g","value":[6,1,2]}
{"type":"exit","id":"c","value":[2,2,5]}
{"type":"exit","id":"a","value":[5,2,2]}
`;
const right = deep
  .replace(/.*prune.*/, '{"type":"leaf","id":"f","value":[0,0,6]}')
  .replace('"id":"d","value":[2,2,5]', '"id":"d","value":[0,0,6]')
  .replace('"id":"c","value":[2,2,5]', '"id":"c","value":[6,1,2]')
  .replace('"id":"a","value":[5,2,2]', '"id":"a","value":[6,1,2]');

/** @param {import("playwright-core").Page} page */
const over = (page) => page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`a run is kept and played, with its first error, ${width}`, { viewport }, async (page) => {
    await page.goto("/traces");
    await page.getByRole("textbox", { name: /The trace/ }).fill(deep);
    await page.getByRole("button", { name: "Keep and play" }).click();
    await page.getByRole("heading", { name: "my shallow" }).waitFor();
    assert.match(new URL(page.url()).pathname, /^\/traces\/[a-z2-7]{26}$/);
    await page.waitForSelector("html[data-idle]");
    const found = page.locator("#found");
    assert.match(await found.innerText(), /The first error is in line 7\. The cut at d is unsound\. With f = \(0, 0, 6\)/);
    assert.match(await page.locator("#sentence").innerText(), /^f is cut/);
    assert.match(await page.locator("#story-text").innerText(), /^Line 7, unsound cut\./);
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `a kept run in ${name}, ${width}`);
      await shot(page, `kept trace ${name} ${width}`);
      assert.ok((await over(page)) <= 0, `the page in ${name} is wider than the window`);
    }
    // One step back, by a key, the cut has not happened.
    await page.keyboard.press("ArrowLeft");
    await page.locator("#sentence").filter({ hasText: "Player 3 gets 5 from e" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator("#sentence").filter({ hasText: "f is cut" }).waitFor();
    // The values that prove the cut wrong, drawn.
    await page.getByRole("link", { name: "Draw the values that change the result" }).click();
    await page.locator("#sentence").filter({ hasText: "returns (6, 1, 2), the value of g" }).waitFor();
    // Beside the reference the two first differ at the cut.
    await page.getByRole("link", { name: "Beside Shallow pruning" }).click();
    await page.waitForSelector("html[data-idle]");
    await page.getByRole("button", { name: "Next difference" }).click();
    await page.locator("#live-status").filter({ hasText: /f/ }).waitFor();
    assert.equal(await page.locator("#notice:visible").count(), 0);
    await accessible(page, `a run beside its reference, ${width}`);
  });
}

person("the next run of a program replaces the one before, and the trace is deleted", { viewport: wide }, async (page) => {
  await page.goto("/traces");
  await page.getByRole("textbox", { name: /The trace/ }).fill(deep);
  await page.getByRole("button", { name: "Keep and play" }).click();
  await page.getByText("Your trace", { exact: true }).click();
  await page.getByLabel("Send the next run of this program").setInputFiles({ name: "run.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.from(right) });
  await page.locator('#found[data-verdict="right"]').waitFor();
  await page.getByText("Run 2 differs from run 1 first at line 7").waitFor();
  await page.locator(".other-runs summary").click();
  await page.getByRole("link", { name: "Run 1" }).click();
  await page.locator('#found[data-verdict="wrong"]').waitFor();
  await page.getByText("Your trace", { exact: true }).click();
  await page.getByRole("button", { name: "Delete the trace" }).click();
  await page.getByRole("button", { name: "Delete it for good?" }).click();
  await page.getByRole("heading", { name: "Check your program" }).waitFor();
});

person("a page follows a run while its program sends it, and shows the whole at its end", { viewport: wide }, async (page) => {
  await page.goto("/traces");
  const live = await page.evaluate(async () => (await fetch("/api/v1/traces?live=1", { method: "POST" })).json());
  /** @param {string} path @param {string} [body] */
  const post = (path, body) => page.request.post(`/api/v1/traces/${live.key}/${path}`, { data: body ?? "", headers: { "Content-Type": "application/x-ndjson" } });
  await page.goto(live.url);
  await page.getByRole("status").filter({ hasText: "The program is running." }).waitFor();
  const lines = deep.split("\n").map((line) => `${line}\n`);
  await post("lines", lines.slice(0, 6).join(""));
  await page.locator('#trace-page[data-nodes="5"]').waitFor();
  await page.locator("#picture svg").waitFor();
  await page.getByRole("heading", { name: "my shallow" }).waitFor();
  await accessible(page, "a run that goes on");
  await shot(page, "live trace");
  await post("lines", lines.slice(6).join(""));
  await page.locator('#trace-page[data-nodes="7"]').waitFor();
  await post("end");
  await page.locator('#found[data-verdict="wrong"]').waitFor();
});

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`the page of a live run says that its program was killed, ${width}`, { viewport }, async (page) => {
    const api = new URL("/api/v1/traces", url);
    const live = await (await fetch(`${api}?live=1`, { method: "POST" })).json();
    await page.goto(live.url);
    const status = page.locator("#live");
    const rate = page.locator("[data-count=rate]");
    const program = http.request(`${api}/${live.key}/lines?from=0`, { method: "POST", headers: { "Content-Type": "application/x-ndjson" } });
    program.on("error", () => {}); // it is killed
    const lines = deep.split("\n").map((line) => `${line}\n`);
    program.write(lines.slice(0, 4).join(""));
    await page.locator('#trace-page[data-nodes="3"]').waitFor();
    program.write(lines.slice(4, 6).join(""));
    await page.locator('#trace-page[data-nodes="5"]').waitFor();
    assert.equal(await status.textContent(), "The program is running. The page follows it.");
    assert.match((await rate.textContent()) ?? "", /^[1-9]/);
    program.destroy();
    await status.filter({ hasText: /^The connection to the program broke at \d\d:\d\d\. The program can continue\.$/ }).waitFor();
    assert.equal(await rate.textContent(), "–");
    for (const name of themes) {
      await theme(page, name);
      await shot(page, `killed program ${width} ${name}`);
    }
    await accessible(page, `a live run whose program was killed, ${width}`);
    await page.reload();
    await status.filter({ hasText: /broke at/ }).waitFor();
    /** @param {string} path @param {string} [body] */
    const post = (path, body) => fetch(`${api}/${live.key}/${path}`, { method: "POST", body });
    await post(`lines?from=${lines.slice(0, 6).join("").length}`, lines.slice(6).join(""));
    await status.filter({ hasText: "The program is running." }).waitFor();
    await post("end");
    await page.locator('#found[data-verdict="wrong"]').waitFor();
  });
}

person("a class is shown a recorded run", { viewport: wide }, async (page) => {
  await page.goto("/traces");
  await page.getByRole("textbox", { name: /The trace/ }).fill(deep);
  await page.getByRole("button", { name: "Keep and play" }).click();
  await page.waitForSelector("html[data-idle]");
  await page.getByRole("button", { name: "Teach" }).click();
  await page.waitForURL(/\/present\//);
  await page.waitForSelector("html[data-idle]");
  await page.locator("#sentence").filter({ hasText: "f is cut" }).waitFor();
});
