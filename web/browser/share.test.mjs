// Sharing and taking away: links that open elsewhere at the same step, files
// of every kind, and what is on the clipboard.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, atStep, elsewhere, narrow, person, shot, theme, themes, until, url, wide } from "./harness.mjs";

const address = "/figures/k1991-fig6?algorithm=deep&v5=3,0,6&step=9";
const desk = { width: 1024, height: 768 };

/** Opens the panel as a person does. @param {import("playwright-core").Page} page */
async function open(page) {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Share and export" });
  await panel.waitFor();
  return panel;
}

/** Clicks what downloads something, and reads it. */
async function download(page, control) {
  const [got] = await Promise.all([page.waitForEvent("download"), control.click()]);
  return { name: got.suggestedFilename(), bytes: readFileSync(await got.path()) };
}

const api = async (path, body) => {
  const answer = await fetch(`${url}/api/v1/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  assert.equal(answer.status, 200, `POST ${path}`);
  return answer;
};

const clipboard = async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  return () => page.evaluate(() => navigator.clipboard.readText());
};

/** What the tree on a page shows: nodes, states and texts. */
const looks = (page) => page.locator("#stage svg.tree").evaluate((svg) => [...svg.querySelectorAll("g.node")].map((g) =>
  `${g.id} ${[...g.classList].sort().join(" ")} ${[...g.querySelectorAll("text")].map((t) => t.textContent).join(" ")}`).join("\n"));

for (const [index, label] of ["Link to this step", "A link that contains everything"].entries()) {
  person(`${label} opens elsewhere with the same tree at the same step`, {}, async (page) => {
    const read = await clipboard(page);
    await page.goto(address);
    await atStep(page, 9);
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await atStep(page, 12);
    const panel = await open(page);
    await panel.getByRole("button", { name: `Copy ${label}` }).click();
    await panel.getByText("The link is copied.").waitFor();
    const link = await read();
    assert.ok(link.startsWith(`${url}/`), `the link ${link} is a whole address`);
    if (index === 1) assert.ok(!link.includes("k1991"), `${link} names nothing that a server keeps`);
    await elsewhere(async (other) => {
      await other.goto(link);
      await atStep(other, 12);
      await page.keyboard.press("Escape");
      assert.equal(await looks(other), await looks(page), "the tree at the other end");
      assert.equal(await other.locator("#sentence").textContent(), await page.locator("#sentence").textContent());
    });
  });
}

person("every file holds what the page shows", {}, async (page) => {
  await page.goto(address);
  await atStep(page, 9);
  const panel = await open(page);
  const file = (name) => download(page, panel.getByRole("link", { name, exact: true }));
  const tree = { figure: "k1991-fig6", algorithm: "deep", values: { 5: [3, 0, 6] } };

  const text = await file("Text");
  assert.equal(text.name, "k1991-fig6.txt");
  const parsed = await (await api("parse", { text: String(text.bytes) })).json();
  assert.equal(parsed.nodes, 7);
  const json = await file("JSON");
  const fromJSON = await (await api("parse", { tree: JSON.parse(String(json.bytes)) })).json();
  assert.deepEqual(fromJSON.tree, parsed.tree, "JSON and text hold the same tree");
  const solve = async (source) => (await (await api("solve", { ...source, algorithm: "deep" })).json()).value;
  assert.deepEqual(await solve({ tree: fromJSON.tree }), (await (await api("solve", tree)).json()).value, "with the value that is set");

  const efg = await file("Gambit (.efg)");
  assert.match(String(efg.bytes), /^EFG 2 R /);
  const fromEFG = await fetch(`${url}/api/v1/parse`, { method: "POST", body: JSON.stringify({ efg: String(efg.bytes) }) });
  assert.equal(fromEFG.status, 200, `the Gambit file is read back: ${efg.bytes}`);
  const again = (await fromEFG.json()).tree;
  assert.deepEqual(await solve({ tree: again }), await solve({ tree: fromJSON.tree }), "what comes back from Gambit");

  const trace = await file("Trace (NDJSON)");
  assert.equal(String(trace.bytes), await (await api("trace", tree)).text(), "the trace is the API's");
  assert.equal(trace.name, "k1991-fig6-deep.ndjson");

  const svg = await file("SVG");
  assert.equal(svg.name, "k1991-fig6-step-9.svg");
  const fault = await page.evaluate((s) => new DOMParser().parseFromString(s, "image/svg+xml").querySelector("parsererror")?.textContent, String(svg.bytes));
  assert.equal(fault, undefined, "the SVG is well-formed");
  assert.match(String(svg.bytes), /\(≥5, ≤4, ≤4\)/);

  const tex = await file("TikZ");
  assert.equal(tex.name, "k1991-fig6-step-9.tex");
  assert.match(String(tex.bytes), /\\begin\{tikzpicture\}[^]*\\end\{tikzpicture\}/);

  const run = await file("A page that plays by itself");
  assert.match(run.name, /\.html$/);
  assert.match(String(run.bytes), /<!DOCTYPE html>/i);
});

person("files are of the step that the play has come to", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&v5=3,0,6&step=0");
  await atStep(page, 0);
  await page.getByRole("slider", { name: "Step" }).fill("5");
  await atStep(page, 5);
  const panel = await open(page);
  const svg = await download(page, panel.getByRole("link", { name: "SVG", exact: true }));
  assert.equal(svg.name, "k1991-fig6-step-5.svg");
});

person("the picture as PNG has the size that is asked for, and is painted", {}, async (page) => {
  await page.goto(address);
  await atStep(page, 9);
  const grounds = {};
  for (const name of themes) {
    await theme(page, name);
    grounds[name] = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  }
  const panel = await open(page);
  const [width, height] = await page.evaluate(async (a) => {
    const root = new DOMParser().parseFromString(await (await fetch(a)).text(), "image/svg+xml").documentElement;
    return ["width", "height"].map((n) => Number(root.getAttribute(n)));
  }, `/export/picture.svg?figure=k1991-fig6`);
  for (const name of themes) {
    await panel.getByLabel("Colours of the picture").selectOption(name);
    for (const scale of name === themes[0] ? [1, 2, 3] : [1]) {
      await panel.getByLabel("Size of the PNG").selectOption(String(scale));
      const png = await download(page, panel.getByRole("button", { name: "PNG", exact: true }));
      assert.equal(png.name, "k1991-fig6-step-9.png");
      assert.equal(png.bytes.toString("latin1", 1, 4), "PNG");
      assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], [width * scale, height * scale], `pixels at ${scale}×`);
      const seen = await page.evaluate(async (data) => {
        const image = new Image();
        image.src = data;
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
        const corner = context.getImageData(0, 0, 1, 1).data;
        return { colours: new Set(pixels).size, corner: [...corner] };
      }, `data:image/png;base64,${png.bytes.toString("base64")}`);
      assert.ok(seen.colours > 20, `${seen.colours} colours in ${name} at ${scale}×`);
      const [red, green, blue, alpha] = seen.corner;
      assert.deepEqual([`rgb(${red}, ${green}, ${blue})`, alpha], [grounds[name], 255], `the ground in ${name}`);
    }
  }
});

person("of a picture that is too large for a PNG what would do is said", {}, async (page) => {
  for (const [levels, scale, way] of [[100, 3, "Use a smaller size, or the SVG."], [300, 3, "Use the SVG."], [300, 1, "Use the SVG."]]) {
    await page.goto(`${url}/tree?text=${encodeURIComponent(`players 2 ${"1[".repeat(levels)}(1,2)${"]".repeat(levels)}`)}`);
    const panel = await open(page);
    await panel.getByLabel("Size of the PNG").selectOption(String(scale));
    await panel.getByRole("button", { name: "PNG", exact: true }).click();
    await panel.getByText("is too large for browsers.").waitFor();
    const said = await panel.locator("[data-part=status]").textContent();
    assert.ok(said.endsWith(`browsers. ${way}`), `${levels} levels at ${scale}×: ${said}`);
  }
});

person("the tree and the frame are copied as text", {}, async (page) => {
  const read = await clipboard(page);
  await page.goto(address);
  await atStep(page, 9);
  const panel = await open(page);
  await panel.getByRole("button", { name: "Copy Text" }).click();
  await panel.getByText("The tree is copied as text.").waitFor();
  assert.match(await read(), /^players 3 maxsum 9/);
  await panel.getByRole("button", { name: "Copy JSON" }).click();
  await panel.getByText("The tree is copied as JSON.").waitFor();
  assert.equal(JSON.parse(await read()).format, "espalier/tree/1");
  await panel.getByRole("button", { name: "Copy TikZ" }).click();
  await panel.getByText("The picture is copied as TikZ.").waitFor();
  assert.match(await read(), /\\begin\{tikzpicture\}/);
  await panel.getByRole("button", { name: "Copy PNG" }).click();
  await panel.getByText("The picture is copied as PNG.").waitFor();
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((i) => i.types));
  assert.ok(types.includes("image/png"), `on the clipboard there is ${types}`);
  await panel.getByRole("button", { name: "Copy the code of the frame" }).click();
  await panel.getByText("The code of the frame is copied.").waitFor();
  const code = await read();
  const frame = await page.evaluate((html) => {
    const f = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    return f instanceof HTMLIFrameElement ? { src: f.src, title: f.title } : null;
  }, code);
  assert.ok(frame?.src.startsWith(`${url}/embed?`) && frame.src.includes("step=9"), code);
  assert.ok(frame?.title, code);
});

person("a title that looks like markup stays a title", {}, async (page) => {
  const text = 'players 2 title "</textarea><script>alert(1)</script>\\"" 1[ "<b>": (1,2) (2,1) ]';
  await page.goto(`/tree?text=${encodeURIComponent(text)}`);
  await atStep(page);
  const panel = await open(page);
  const code = await panel.locator("[data-part=embed-code]").textContent();
  const made = await page.evaluate((html) => {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    return { children: body.children.length, title: body.querySelector("iframe")?.title };
  }, code);
  assert.deepEqual(made, { children: 1, title: '</textarea><script>alert(1)</script>"' });
  const svg = await download(page, panel.getByRole("link", { name: "SVG", exact: true }));
  assert.match(String(svg.bytes), /&lt;b&gt;/);
});

person("the panel works by keys, and leaves the play alone", {}, async (page) => {
  await page.goto(address);
  await atStep(page, 9);
  const button = page.getByRole("button", { name: "Share", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Share and export" });
  await panel.waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  await atStep(page, 9);
  assert.ok(await button.evaluate((b) => b === document.activeElement), "focus is back on the button");
});

person("without scripts the panel opens in its place, and links lead to files", { script: false }, async (page) => {
  await page.goto(address);
  await page.getByText("Share", { exact: true }).click();
  const link = page.getByRole("link", { name: "SVG", exact: true });
  await link.waitFor();
  const svg = await download(page, link);
  assert.equal(svg.name, "k1991-fig6-step-9.svg");
  assert.ok(await page.getByRole("button", { name: "PNG", exact: true }).isHidden(), "what needs a script is not offered");
});

person("what an address cannot hold is said, with the way out", {}, async (page) => {
  const leaves = Array.from({ length: 550 }, (_, i) => `(${i % 9},1,1)`).join(" ");
  await page.goto(`/tree?text=${encodeURIComponent(`players 3 1[ ${leaves} ]`)}`);
  await atStep(page);
  const panel = await open(page);
  await panel.getByText(/Too long for an address: it would have [\d,]+ bytes/).waitFor();
  assert.match(await panel.getByRole("link", { name: "Open it in the editor" }).getAttribute("href"), /^\/edit\?text=/);
});

for (const [name, viewport] of Object.entries({ wide, desk, narrow })) {
  person(`the panel in all themes, ${name}`, { viewport }, async (page) => {
    await page.goto(address);
    await atStep(page, 9);
    for (const t of themes) {
      await theme(page, t);
      const panel = await open(page);
      await accessible(page, `the Share panel in ${t}, ${name}`);
      await shot(page, `share ${t} ${name}`);
      const over = await panel.evaluate((d) => d.scrollWidth - d.clientWidth);
      assert.ok(over <= 0, `the panel in ${t} is ${over} px wider than it may be`);
      await panel.getByRole("button", { name: "Close" }).click();
      await panel.waitFor({ state: "hidden" });
    }
  });
}

/** The key of an editor's address. */
const keyed = /\/edit\/([a-z2-7]{26})/;

person("a tree that is edited is shared as it is now, and its key stays in the edit address", {}, async (page) => {
  const read = await clipboard(page);
  const made = await (await fetch(`${url}/api/v1/trees`, { method: "POST", body: JSON.stringify({ text: 'players 3 maxsum 9 title "Shared" a: 1[ b: (5,2,2) c: (1,1,1) ]' }) })).json();
  const edit = (body) => fetch(`${url}/api/v1/trees/${made.key}/edits`, { method: "POST", body: JSON.stringify({ edit: body }) });
  await page.goto(made.edit);
  await page.locator("svg.tree g.node").first().waitFor();
  assert.equal((await edit({ op: "set", nodes: [3], value: [2, 2, 5] })).status, 200);
  const panel = await open(page);

  const key = keyed.exec(made.edit)[1];
  await panel.getByRole("button", { name: "Copy the edit address" }).click();
  await panel.getByText("The link is copied.").waitFor();
  assert.equal(await read(), url + made.edit);
  const links = await panel.locator("a[href]").evaluateAll((all) => all.map((a) => a.href));
  assert.ok(links.length > 8, `${links.length} links`);
  for (const link of links) assert.ok(link === url + made.edit || !link.includes(key), `${link} holds the key`);
  assert.ok(!(await panel.locator("[data-part=embed-code]").textContent()).includes(key), "the frame's code holds the key");

  const json = await download(page, panel.getByRole("link", { name: "JSON", exact: true }));
  assert.deepEqual(JSON.parse(String(json.bytes)).root.children[1].value, [2, 2, 5], "the newest edit is in the file");
  assert.equal(json.name, "shared.json");
  const svg = await download(page, panel.getByRole("link", { name: "SVG", exact: true }));
  assert.equal(svg.name, "shared.svg");
  assert.ok(!/class="[^"]*\b(now|done|open|best)\b/.test(String(svg.bytes)), "the picture of a tree that is edited is that of the tree at rest");
  await accessible(page, "the Share panel of the editor");
  await shot(page, "share in the editor");

  await panel.getByRole("button", { name: "Copy Short link" }).click();
  await until(async () => (await read()) !== url + made.edit, "another link is on the clipboard"); // the status says the same as before
  const short = await read();
  assert.ok(short.startsWith(`${url}${made.read}`), short);
  await elsewhere(async (other) => {
    await other.goto(short);
    await atStep(other);
    const source = await other.content();
    assert.ok(!source.includes(key) && !keyed.test(source), "the page to read has the key");
    const theirs = await open(other);
    assert.equal(await theirs.getByText("Edit address").count(), 0);
    const trace = await download(other, theirs.getByRole("link", { name: "Trace (NDJSON)" }));
    assert.match(String(trace.bytes), /^\{"seq":0,"type":"start"/);
  });
});

person("an edited tree is shared at the step that is played", {}, async (page) => {
  const read = await clipboard(page);
  const made = await (await fetch(`${url}/api/v1/trees`, { method: "POST", body: JSON.stringify({ figure: "k1991-fig6" }) })).json();
  await page.goto(`${made.edit}?mode=play&algorithm=deep&step=4`);
  await atStep(page, 4);
  await page.keyboard.press("ArrowRight");
  await atStep(page, 5);
  const panel = await open(page);
  const key = keyed.exec(made.edit)[1];
  let link = "";
  for (const label of ["Short link", "A link that contains everything"]) {
    await panel.getByRole("button", { name: `Copy ${label}` }).click();
    await page.waitForFunction((l) => document.querySelector("dialog[open] .share-status")?.textContent === l, "The link is copied.");
    const before = link;
    await until(async () => (link = await read()) !== before, `${label} is on the clipboard`);
    assert.ok(!link.includes(key) && link.includes("step=5") && link.includes("algorithm=deep"), link);
    const other = await page.context().newPage();
    await other.goto(link);
    await atStep(other, 5);
    await other.close();
  }
  const svg = await download(page, panel.getByRole("link", { name: "SVG", exact: true }));
  assert.match(svg.name, /-step-5\.svg$/);
});

person("what nobody has saved yet is shared with its first change", {}, async (page) => {
  await page.goto("/edit");
  await page.locator("svg.tree g.node").first().waitFor();
  let panel = await open(page);
  await panel.getByText("There is nothing to share yet").waitFor();
  assert.equal(await panel.getByText("Edit address", { exact: true }).isVisible(), false);
  await page.keyboard.press("Escape");
  await page.locator("svg.tree g.node").first().click();
  await page.keyboard.press("Tab");
  await page.waitForURL(keyed);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  panel = await open(page);
  await panel.getByText("Edit address", { exact: true }).waitFor();
  await panel.getByRole("button", { name: "Copy Short link" }).waitFor();
});

person("a figure that is folded on the desk is shared whole", {}, async (page) => {
  await page.goto("/edit?figure=k1991-fig6");
  const nodes = page.locator("#canvas g.node");
  await page.locator('#canvas g.node[data-label="d"]').click();
  const all = await nodes.count();
  await page.keyboard.press("Space");
  await page.waitForURL((u) => u.searchParams.has("folded"));
  await page.waitForFunction((n) => document.querySelectorAll("#canvas g.node").length < n, all);
  const panel = await open(page);
  await panel.getByRole("button", { name: "Copy A link that contains everything" }).waitFor();
  const text = await download(page, panel.getByRole("link", { name: "Text", exact: true }));
  assert.match(String(text.bytes), /d: 3\[/);
});

person("where the browser has no clipboard for pages, links are copied all the same", {}, async (page) => {
  await clipboard(page);
  // A page by plain HTTP from another machine has none.
  await page.addInitScript(() => {
    const real = navigator.clipboard;
    Object.defineProperty(navigator, "clipboard", { get: () => undefined });
    Object.defineProperty(globalThis, "readReally", { value: () => real.readText() });
  });
  await page.goto(address);
  await atStep(page, 9);
  const panel = await open(page);
  await panel.getByRole("button", { name: "Copy JSON" }).click();
  await panel.getByText("The tree is copied as JSON.").waitFor();
  assert.equal(JSON.parse(await page.evaluate("readReally()")).format, "espalier/tree/1");
  await panel.getByRole("button", { name: "Copy PNG" }).click();
  await panel.getByText("Nothing was copied: the browser cannot copy pictures at this address").waitFor();
});

person("a file of Gambit is edited; one that is not UTF-8 is refused, and nothing in it is replaced", {}, async (page) => {
  const game = (title) => `EFG 2 R "${title}" { "1" "2" }\n""\n\np "" 1 1 "" { "U" "D" } 0\nt "" 1 "" { 1, 2 }\nt "" 2 "" { 3, 4 }\n`;
  const file = (text, encoding) => ({ name: "game.efg", mimeType: "text/plain", buffer: Buffer.from(text, encoding) });
  await page.goto(`${url}/edit`);
  await page.getByRole("button", { name: "New…" }).click();
  await page.locator("#start-file").setInputFiles(file(game("Café"), "latin1"));
  await page.locator("#start [role=status].fault").waitFor();
  assert.match(await page.locator("#start [role=status]").textContent(), /game\.efg is not UTF-8/);
  assert.equal(new URL(page.url()).pathname, "/edit", "no tree is made of it");
  await page.locator("#start-file").setInputFiles(file(`\uFEFF${game("Café")}`, "utf8"));
  await page.waitForURL(/\/edit\/./);
  assert.match(await page.locator("#title").inputValue(), /^Café$/);
});
