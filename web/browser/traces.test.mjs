// The trace of another program: dropped on the page, checked, and its first wrong line named.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes, wide } from "./harness.mjs";

const deep = `{"players":3,"maxsum":9,"algorithm":"shallow"}
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

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`a file is dropped, and the page names its first wrong line, ${width}`, { viewport }, async (page) => {
    await page.goto("/learn");
    await page.getByRole("link", { name: "Check your program" }).click();
    await page.getByRole("button", { name: "Keep and play" }).waitFor(); // the script shows it: a file can be dropped now
    const data = await page.evaluateHandle((text) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], "run.ndjson"));
      return carried;
    }, deep);
    for (const type of ["dragover", "drop"]) await page.dispatchEvent("body", type, { dataTransfer: data });
    await page.getByRole("status").filter({ hasText: "The first error is in line 7." }).waitFor();
    assert.match(await page.locator("#found .first").innerText(), /The cut at d is unsound\. With f = \(0, 0, 6\)/);
    assert.match(await page.locator(".quoted .wrong").innerText(), /"prune"/);
    assert.match(await page.locator("#found figure svg").innerHTML(), /\(0, 0, 6\)/);
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `a wrong trace in ${name}, ${width}`);
      await shot(page, `trace ${name} ${width}`);
      const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `the page in ${name} is ${over} px wider than the window`);
    }
    // Corrected in the text field and sent by keys, it is right.
    await page.getByRole("textbox", { name: /The trace/ }).fill(deep.replace(/.*prune.*/, '{"type":"leaf","id":"f","value":[3,0,6]}').replace('"id":"d","value":[2,2,5]', '"id":"d","value":[3,0,6]').replace('"id":"c","value":[2,2,5]', '"id":"c","value":[6,1,2]').replace('"id":"a","value":[5,2,2]', '"id":"a","value":[6,1,2]'));
    await page.getByRole("button", { name: "Check" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "Right." }).waitFor();
    assert.equal(await page.locator(".findings").count(), 0);
  });
}

person("the examples of the format can be checked", { viewport: narrow }, async (page) => {
  await page.goto("/traces/format");
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `the format of a trace in ${name}`);
    const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page in ${name} is ${over} px wider than the window`);
  }
  await page.getByRole("button", { name: "Check this trace" }).nth(2).click();
  await page.getByRole("status").filter({ hasText: "Right." }).waitFor();
});

/** A run as PowerShell writes it to a file: UTF-16, with two lines that the program prints for people. */
const powershell = Buffer.from("\ufeff" + `{"kind":"minimax"}
Searching to depth 2
{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":5}
{"type":"exit","id":"a","value":5}
Best move: b
`.replaceAll("\n", "\r\n"), "utf16le");

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`a file from PowerShell is opened, and the program's own lines are left out, ${width}`, { viewport, expect: /422.*\/traces\b/ }, async (page) => {
    await page.goto("/traces");
    await page.getByLabel("Or choose a file:").setInputFiles({ name: "run.txt", mimeType: "text/plain", buffer: powershell });
    const found = page.getByRole("status").filter({ hasText: "Line 2 is output of the program itself" });
    await found.waitFor();
    assert.match(await page.getByRole("textbox", { name: /The trace/ }).inputValue(), /^\{"kind":"minimax"\}\nSearching to depth 2\n/);
    assert.match(await page.locator(".quoted .wrong").innerText(), /Searching to depth 2/);
    await accessible(page, `other lines of a trace, ${width}`);
    await shot(page, `trace other lines ${width}`);
    await page.getByRole("button", { name: "Leave these 2 lines out" }).click();
    await page.getByRole("status").filter({ hasText: "Right." }).waitFor();
    assert.match(await page.locator("#found").innerText(), /2 other lines left out/);
    await accessible(page, `a trace without its other lines, ${width}`);
    await shot(page, `trace without other lines ${width}`);
    const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page is ${over} px wider than the window`);
  });
}
