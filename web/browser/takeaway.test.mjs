// A run away from its page: in a frame of another page, on paper, and
// in a file that plays without any server.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { accessible, atStep, figures, idle, narrow, person, playable, shot, theme, themes, until, url, walk, wide } from "./harness.mjs";
import { patience } from "./waits.mjs";

const run = "figure=k1991-fig6&algorithm=deep&v5=3,0,6";
const fits = (page) => page.evaluate(() => [document.scrollingElement.scrollWidth - innerWidth, document.scrollingElement.scrollHeight - innerHeight]);

/** What can be seen of a step when it is explained and drawn: the sentence, the picture, and what is held. */
const seen = (step) => globalThis.explained !== step || !("idle" in document.documentElement.dataset) ? undefined : [
  document.getElementById("sentence")?.textContent,
  ...[...document.querySelectorAll("#stage svg.tree g.node")].map((g) => `${[...g.classList].sort().join(" ")} ${[...g.querySelectorAll("text")].map((t) => t.textContent).join(" ")}`),
  ...[...document.querySelectorAll("#stage .certificate text")].map((t) => t.textContent),
  ...[...document.querySelectorAll("#bounds tr, #code .now, .counters dd, #tie:not([hidden]), #space-summary, #listing .now, #story-text, #outcomes:not([hidden]) tr, #verdict:not([hidden]) p")].map((e) => e.textContent?.replace(/\s+/g, " ").trim()),
].join("\n");

/** Notes which step a page has explained in full; before it is opened. */
const listening = (page) => page.addInitScript(() => document.addEventListener("step-explained", (e) => (globalThis.explained = e.detail.at)));

/** Waits until the texts of a step are beside the tree. */
async function shows(page, step) {
  await atStep(page, step);
  await page.waitForFunction((t) => globalThis.explained === t, step);
}

/** Serves one page at another origin, while a test runs. */
async function elsewhere(html, body) {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(html);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`http://127.0.0.1:${server.address().port}/notes`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const notes = (address, more = "") =>
  `<!DOCTYPE html><html lang="en"><title>Course notes</title><link rel="icon" href="data:,"><h1>Course notes</h1><p>Deep pruning fails.</p>
   <iframe title="Failure of deep pruning" width="640" height="400" src="${address}"></iframe>${more}<div style="height:2000px"></div>`;

person("the player is in a page of another origin, and plays there", { requests: true, expect: /request to elsewhere: http:\/\/127\.0\.0\.1:\d+\/notes|favicon/ }, async (page) => {
  await elsewhere(notes(`${url}/embed?${run}&step=3&theme=light`), async (address) => {
    await page.goto(address);
    const frame = page.frameLocator("iframe");
    await frame.getByText("step 3 of 22").waitFor();

    // The keys are the notes' own until the frame is clicked.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("End");
    await page.waitForFunction(() => scrollY > 500);
    assert.equal(await frame.locator("#step").textContent(), "step 3 of 22", "after keys pressed in the notes");
    await page.keyboard.press("Home");

    await frame.getByRole("button", { name: "Step forward" }).click();
    await frame.getByText("step 4 of 22").waitFor();
    await page.keyboard.press("Shift+ArrowRight");
    await frame.getByText("step 12 of 22").waitFor();
    await frame.locator("#sentence", { hasText: "less than the 5 at a" }).waitFor(); // it comes through the websocket
    await page.keyboard.press("End");
    await frame.getByText("step 22 of 22").waitFor();
    await shot(page, "embed in notes");

    await frame.getByRole("button", { name: "Step back" }).click();
    await frame.getByText("step 21 of 22").waitFor();
    const link = frame.getByRole("link", { name: "Espalier" });
    await frame.locator('a[href*="step=21"]', { hasText: "Espalier" }).waitFor();
    const [whole] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    await atStep(whole, 21);
    assert.equal(new URL(whole.url()).pathname, "/figures/k1991-fig6");
    assert.equal(await whole.evaluate(() => window.opener), null, "the page that opened it");
    await whole.close();
  });
});

person("it works in notes that are opened from a disk", { requests: true, expect: /request to elsewhere: file:/ }, async (page) => {
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-notes-"));
  try {
    writeFileSync(path.join(folder, "notes.html"), notes(`${url}/embed?${run}&step=3`));
    await page.goto(pathToFileURL(path.join(folder, "notes.html")).href);
    const frame = page.frameLocator("iframe");
    await frame.getByText("step 3 of 22").waitFor();
    await frame.getByRole("button", { name: "Last step" }).click();
    await frame.getByText("step 22 of 22").waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

person("no other page works in a frame", { requests: true, expect: /request to elsewhere: http:\/\/127\.0\.0\.1:\d+\/notes|favicon|frame-ancestors|X-Frame-Options|chrome-error|ERR_BLOCKED_BY_RESPONSE|Refused to (display|frame)|Framing/ }, async (page) => {
  for (const address of ["/", "/figures/k1991-fig6", `/handout?${run}`, "/edit"]) {
    await elsewhere(notes(url + address), async (at) => {
      await page.goto(at);
      const framed = page.frames().find((f) => f !== page.mainFrame());
      await until(() => /^(chrome-error|http):/.test(framed.url()), "the frame is filled");
      assert.ok(!framed.url().startsWith(url), `${address} is in a frame as ${framed.url()}`);
    });
  }
});

for (const [width, height] of [[320, 240], [360, 500], [640, 400], [1024, 640]]) {
  person(`the embedded player fits a frame of ${width} by ${height} in all themes`, { viewport: { width, height } }, async (page) => {
    for (const name of themes) {
      await page.goto(`/embed?${run}&step=12&theme=${name}`);
      await atStep(page, 12);
      const over = await fits(page);
      assert.ok(over[0] <= 0 && over[1] <= 0, `${over} px too large in ${name}`);
      const tree = await page.locator("#stage svg.tree").boundingBox();
      assert.ok(tree.height >= 0.4 * height, `the tree is ${tree.height} px high in ${name}`);
      for (const button of ["First step", "Step back", "Play", "Step forward", "Last step"]) {
        const box = await page.getByRole("button", { name: button }).boundingBox();
        assert.ok(box.width >= 24 && box.height >= 24 && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${button} in ${name}: ${JSON.stringify(box)}`);
      }
      await accessible(page, `the embedded player in ${name}, ${width} × ${height}`);
      await shot(page, `embed ${width}x${height} ${name}`);
    }
  });
}

person("the embedded player steps without script", { script: false }, async (page) => {
  await page.goto(`/embed?${run}&step=11&theme=dark`);
  await page.getByRole("button", { name: "Step forward" }).click();
  assert.deepEqual(await atStep(page, 12), { now: 12, last: 22 });
  const q = new URL(page.url()).searchParams;
  assert.deepEqual([q.get("algorithm"), q.get("v5"), q.get("theme")], ["deep", "3,0,6", "dark"]);
  assert.match(await page.locator("#sentence").innerText(), /less than the 5 at a/);
});

person("figures of all sorts can be embedded", {}, async (page) => {
  await listening(page);
  for (const figure of playable.filter((_, i) => i % 4 === 1)) {
    await page.goto(`/embed?figure=${figure.id}&step=2`);
    await shows(page, 2);
  }
});

person("a run that cannot be embedded says why", { requests: true, expect: /status 4\d\d|Failed to load resource/ }, async (page) => {
  const answer = await page.goto("/embed?figure=k1991-fig6&algorithm=alphabeta");
  assert.equal(answer.status(), 422);
  assert.match(await page.getByRole("main").innerText(), /cannot be shown.*two players/s);
  await accessible(page, "a refusal in a frame");
});

// The handout

const millimetre = 96 / 25.4;
/** Sheets with what is left of them inside their margins, and their size in points. */
const sheets = {
  a4: { width: 184, height: 271, points: [595, 842] },
  "a4-landscape": { width: 271, height: 184, points: [842, 595] },
  letter: { width: 189.9, height: 253.4, points: [612, 792] },
  "letter-landscape": { width: 253.4, height: 189.9, points: [792, 612] },
};

for (const [paper, { width, height, points }] of Object.entries(sheets)) {
  person(`a handout on ${paper}: black on white, and no picture is cut off`, { viewport: { width: Math.floor(width * millimetre), height: 900 } }, async (page) => {
    await page.goto("/");
    await theme(page, "dark"); // it stays chosen, and paper does not care
    for (const more of ["", "&columns=1&size=large&steps=0,12,last", "&columns=3&steps=marks"]) {
      await page.goto(`/handout?${run}&paper=${paper}${more}`);
      const body = await page.pdf({ preferCSSPageSize: true });
      const boxes = [...body.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
      assert.ok(boxes.length > 0, "pages of the PDF");
      for (const [, w, h] of boxes) assert.ok(Math.abs(w - points[0]) < 1.5 && Math.abs(h - points[1]) < 1.5, `a page of ${w} by ${h} points, want ${points}`);
      await page.emulateMedia({ media: "print" });
      const frames = await page.locator(".strip li").evaluateAll((all) => all.map((li) => {
        const box = li.getBoundingClientRect(), svg = li.querySelector("svg").getBoundingClientRect();
        return { height: box.height, inside: svg.left >= box.left && svg.right <= box.right && svg.height > 40, avoid: getComputedStyle(li).breakInside };
      }));
      for (const f of frames) assert.ok(f.height <= height * millimetre && f.inside && f.avoid === "avoid", `${paper}${more}: ${JSON.stringify(f)} on ${height} mm`);
      const colours = await page.evaluate(() => [document.documentElement, document.body, document.querySelector(".sheet")].map((e) => getComputedStyle(e).backgroundColor).concat(getComputedStyle(document.querySelector(".sheet")).color));
      assert.deepEqual(colours, ["rgb(255, 255, 255)", "rgb(255, 255, 255)", "rgb(255, 255, 255)", "rgb(0, 0, 0)"], "ground and ink");
      assert.equal(await page.locator(".layout").isVisible(), false, "the form is on the paper");
      assert.ok((await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth)) <= 0, "wider than the paper");
      await page.emulateMedia({ media: null });
    }
  });
}

for (const [size, viewport] of Object.entries({ wide, desk: { width: 1024, height: 768 }, narrow })) {
  person(`the handout on the screen in all themes, ${size}`, { viewport }, async (page) => {
    await page.goto(`/handout?${run}`);
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `the handout in ${name}, ${size}`);
      await shot(page, `handout ${name} ${size}`);
      assert.ok((await fits(page))[0] <= 0, `the handout in ${name} is wider than the window`);
    }
  });
}

person("the form lays the handout out again", { expect: /status 422|Failed to load resource/ }, async (page) => {
  await page.goto(`/handout?${run}`);
  await page.getByRole("radio", { name: "1" }).check();
  await page.waitForURL((u) => u.searchParams.get("columns") === "1");
  assert.equal(await page.locator(".strip.columns-1").count(), 1);
  const steps = page.getByRole("textbox", { name: "Steps" });
  await steps.fill("0, 12");
  await steps.press("Enter");
  await page.waitForURL((u) => u.searchParams.get("steps") === "0, 12");
  assert.equal(await page.locator(".strip li").count(), 2);
  await steps.fill("99");
  await steps.press("Enter");
  await page.waitForURL((u) => u.searchParams.get("steps") === "99");
  assert.match(await page.getByRole("alert").innerText(), /99.*0 to 22/);
  assert.ok((await page.locator(".strip li").count()) > 2, "pictures all the same");
  await page.getByRole("link", { name: "Back to the run" }).click();
  await atStep(page);
  assert.equal(await page.locator("input[name=algorithm]:checked").getAttribute("value"), "deep");
});

// The file that plays by itself

/** Opens files of runs from a disk, one after the other, with the network off: body is called with the page, and with what keeps a file and goes to it. */
async function unplugged(page, options, body) {
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-alone-"));
  const context = await page.context().browser().newContext({ viewport: wide, offline: true, ...options });
  try {
    const opened = await context.newPage();
    await listening(opened);
    opened.setDefaultTimeout(patience);
    const trouble = [];
    let own;
    opened.on("console", (m) => ["error", "warning"].includes(m.type()) && trouble.push(`console ${m.type()}: ${m.text()}`));
    opened.on("pageerror", (e) => trouble.push(`uncaught: ${e.stack || e}`));
    opened.on("request", (r) => r.url().split("#")[0] === own || r.url().startsWith("data:") || trouble.push(`request: ${r.url()}`));
    await body(opened, async (query) => {
      const answer = await fetch(`${url}/export/run.html?${query}`);
      assert.equal(answer.status, 200, `/export/run.html?${query}`);
      const file = path.join(folder, /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))[1]);
      writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
      own = pathToFileURL(file).href;
      await opened.goto(own);
    });
    assert.deepEqual(trouble, [], "what the file complained of, or asked for");
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
}

/** Opens the file of one run so. */
const alone = (page, query, options, body) => unplugged(page, options, async (file, open) => {
  await open(query);
  await body(file);
});

/** The papers' own runs: unsound, with heuristics, with a second search, beside a decision space and a listing; of two players, and of one. */
const explained = ["k1991-fig6", "sk2000-fig6", "s2003-fig6", "s2005-fig5", "s2005-fig9"];
for (const kind of ["minimax", "path"]) {
  const figure = playable.find((f) => f.tree?.kind === kind);
  if (figure) explained.push(figure.id);
}
for (const id of explained) {
  person(`the file of ${id} shows at every step what its page shows`, {}, async (page) => {
    await listening(page);
    await page.goto(`/figures/${id}?step=0`);
    await shows(page, 0);
    await alone(page, `figure=${id}&step=0`, {}, async (file) => {
      const { last } = await atStep(page, 0);
      const [here, there] = await Promise.all([page, file].map((p) => walk(p, "ArrowRight", seen)));
      assert.equal(here.length, last + 1);
      here.forEach((text, t) => assert.equal(there[t], text, `step ${t} of ${id}`));
    });
  });
}

person("figures of all sorts as files open and reach their end", {}, async (page) => {
  assert.ok(playable.length > 10 && figures.length > playable.length);
  await unplugged(page, {}, async (file, open) => {
    for (const figure of playable.filter((_, i) => i % 2 === 0)) {
      await open(`figure=${figure.id}&step=last`);
      const { now, last } = await atStep(file);
      assert.equal(now, last, `the step of ${figure.id}`);
      await shows(file, last);
      assert.equal(await file.locator("#sentence").getAttribute("data-kind"), "done", `${figure.id} at its end`);
    }
  });
});

person("the file plays, scrubs, remembers its step, and opens a node's card", {}, async (page) => {
  await alone(page, `${run}&step=4`, {}, async (file) => {
    await atStep(file, 4);
    for (let i = 0; i < 3; i++) await file.keyboard.press("+");
    await file.getByRole("button", { name: "Play", exact: true }).click();
    await atStep(file, 22);
    await file.getByRole("button", { name: "Play", exact: true }).waitFor(); // it has stopped at the end
    assert.match(await file.locator("#verdict").innerText(), /\(5, 2, 2\).*\(6, 1, 2\)/s);
    await file.getByRole("slider", { name: "Step" }).fill("12");
    await shows(file, 12);
    assert.equal(await file.locator("#stage .certificate .sum").textContent(), "5 + 5 = 10 ≥ 9");
    await file.waitForURL(/#step=12$/);
    await file.keyboard.press("Enter"); // on the range, where it means nothing
    await idle(file);
    await file.reload();
    await atStep(file, 12);
    await file.locator("#n3 .mover").click();
    const card = file.locator("#card");
    await card.waitFor();
    assert.match(await card.innerText(), /node d.*being searched/is);
    assert.equal(await file.locator("#what-if").count(), 0, "other values need a server");
    await file.locator("a[data-to]").first().click();
    await file.keyboard.press("?");
    await file.getByRole("dialog").waitFor();
    await file.keyboard.press("Escape");
    await file.getByRole("button", { name: "Zoom in" }).click();
    await file.keyboard.press("f");
    await idle(file);
    const { now } = await atStep(file);
    await file.getByRole("button", { name: "Present" }).click();
    await file.waitForFunction(() => document.querySelector("form[data-present]"));
    assert.equal(await file.locator("#scrub").isVisible(), false);
    await file.keyboard.press("PageDown");
    await atStep(file, now + 1);
    await file.keyboard.press("Escape");
    await file.waitForFunction(() => !document.querySelector("form[data-present]"));
  });
});

person("the file lets nothing be fetched", {}, async (page) => {
  const answer = await fetch(`${url}/export/run.html?${run}`);
  const text = await answer.text();
  const context = await page.context().browser().newContext();
  try {
    const file = await context.newPage();
    await file.setContent(text);
    const refused = await file.evaluate(async (address) => {
      const violations = [];
      document.addEventListener("securitypolicyviolation", (e) => violations.push(e.effectiveDirective));
      await fetch(address).catch(() => {});
      await new Promise((done) => Object.assign(new Image(), { onerror: done, onload: done, src: `${address}/static/icon.svg` }));
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.head.append(script);
      while (violations.length < 3) await new Promise(requestAnimationFrame);
      return { violations, ran: "ran" in window };
    }, url);
    assert.deepEqual(refused, { violations: ["connect-src", "img-src", "script-src-elem"], ran: false });
  } finally {
    await context.close();
  }
});

for (const [size, viewport] of Object.entries({ wide, desk: { width: 1024, height: 768 }, narrow })) {
  person(`the file in all themes, ${size}`, {}, async (page) => {
    await alone(page, `${run}&step=12`, { viewport }, async (file) => {
      await shows(file, 12);
      for (const name of themes) {
        await theme(file, name);
        await accessible(file, `the file in ${name}, ${size}`);
        await shot(file, `alone ${name} ${size}`);
        assert.ok((await fits(file))[0] <= 0, `the file in ${name} is wider than the window`);
      }
    });
  });
}

person("labels of markup are text in the file, too", {}, async (page) => {
  const text = 'players 1 title "</script><script>alert(1)</script>" "</script><b>x</b>": 1[ "<img src=x>": (1) "]]>": (2) ]';
  await alone(page, `text=${encodeURIComponent(text)}`, {}, async (file) => {
    assert.equal(await file.locator("h1").textContent(), "</script><script>alert(1)</script>");
    await file.keyboard.press("End");
    const { last } = await atStep(file);
    await shows(file, last);
    assert.match(await file.locator("#sentence").textContent(), /\]\]>/);
  });
});

for (const [size, viewport] of [["wide", wide], ["narrow", narrow]]) {
  person(`a title and labels of one long word stay on the page, ${size}`, { viewport }, async (page) => {
    const label = (c) => `"${c.repeat(64)}"`;
    const text = `players 3 maxsum 9 title "${"W".repeat(200)}" ${label("W")}: 1[ ${label("M")}: (5,2,2) ${label("Q")}: 2[ (2,3,4) (3,0,6) ] ]`;
    for (const path of ["tree", "embed", "handout", "lockstep"]) {
      await page.goto(`${url}/${path}?text=${encodeURIComponent(text)}&step=4`);
      await page.locator("svg.tree").first().waitFor();
      const [beyond, what] = await page.evaluate(() => [document.scrollingElement.scrollWidth - innerWidth,
        [...document.body.querySelectorAll("*")].filter((e) => !e.closest("svg") && e.getBoundingClientRect().right > innerWidth + 1).map((e) => `${e.tagName}.${e.className}`).slice(0, 5)]);
      assert.ok(beyond <= 0, `/${path} is ${beyond} px wider than the window: ${what}`);
    }
  });
}
