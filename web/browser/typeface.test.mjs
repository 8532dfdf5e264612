// The one serif: every machine shows it, texts have the widths that the server computes, and nothing moves when it comes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import http from "node:http";
import { atStep, elsewhere, idle, narrow, person, themes, theme, until, url, wide } from "./harness.mjs";

const faces = ["regular", "italic", "bold"];
/** The widths of the characters in thousandths of the font size, by face, as the server has them. */
const advances = readFileSync(new URL("../draw/advances.txt", import.meta.url), "utf8").split("\n").filter((line) => /^[0-9A-F]/.test(line)).map((line) => {
  const [code, ...widths] = line.split(" ");
  return { char: String.fromCodePoint(parseInt(code, 16)), sign: widths.length === 1, widths: widths.map(Number) };
});

person("the fonts have every character that the server measures, with its width", {}, async (page) => {
  assert.ok(advances.length > 500, `${advances.length} characters`);
  await page.goto("/notation");
  const wrong = await page.evaluate(async ({ advances, faces }) => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.fontKerning = "none";
    canvas.textRendering = "geometricPrecision";
    const style = { regular: "", italic: "italic ", bold: "bold " }, wrong = [];
    for (const [i, face] of faces.entries()) {
      for (const { char, sign, widths } of advances) {
        const family = `${sign ? "" : style[face]}100px "STIX Two ${sign ? "Math" : "Text"}"`;
        if (document.fonts.check(family, char) === false) await document.fonts.load(family, char);
        // Where a font lacks a character, another font draws it: not both have its width.
        const measured = ["monospace", "serif"].map((other) => {
          canvas.font = `${family}, ${other}`;
          return canvas.measureText(char).width * 10;
        });
        const want = widths[sign ? 0 : i];
        if (measured.some((w) => Math.abs(w - want) > 1)) wrong.push(`${char} in ${family}: ${measured}, want ${want}`);
      }
    }
    return wrong;
  }, { advances, faces });
  assert.deepEqual(wrong, []);
});

/** Pictures with every kind of text: trees of all sorts, cuts with their reasons, second visits, heuristics, and a folded tree. */
const pictures = [
  "/figures/k1991-fig6.svg?algorithm=deep&step=12", "/figures/k1991-fig7.svg?algorithm=speculative&step=33", "/figures/s2003-fig6.svg?algorithm=speculative&step=last",
  "/figures/c474-alphabeta.svg?step=20", "/figures/sk2000-fig5.svg?step=last", "/figures/sk2000-fig6.svg?step=8", "/figures/sk2000-fig7.svg?step=8", "/figures/k1991-fig6.svg?algorithm=deep&step=last&theme=projector",
  "/figures/s2005-table1.svg", "/figures/s2005-fig7.svg", "/figures/c474-evaluation-boards.svg",
];

person("texts in pictures are as wide as the server computes them", {}, async (page) => {
  await page.goto("/notation");
  const kinds = new Map();
  for (const picture of pictures) {
    const answer = await fetch(url + picture);
    assert.equal(answer.status, 200, picture);
    const texts = await page.evaluate(async (svg) => {
      const root = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
      document.querySelector("main").append(root);
      for (const font of ["", "italic ", "bold "]) await Promise.all(["Text", "Math"].map((family) => document.fonts.load(`${font}17px "STIX Two ${family}"`, "a≥")));
      const texts = [...root.querySelectorAll("text")].filter((t) => t.textContent !== "" && !t.getAttribute("font-family")).map((text) => {
        const want = Number(text.getAttribute("textLength")); // in a file, other fonts are given this width
        text.removeAttribute("textLength");
        text.removeAttribute("lengthAdjust");
        if (text.hasAttribute("font-size")) text.style.fontSize = `${text.getAttribute("font-size")}px`; // a page may write it smaller
        return { kind: `${root.getAttribute("class")} ${text.getAttribute("class").split(" ")[0]}`, text: text.textContent, want, got: text.getComputedTextLength() };
      });
      root.remove();
      return texts;
    }, await answer.text());
    for (const { kind, text, want, got } of texts) {
      assert.ok(Math.abs(got - want) <= Math.max(0.01 * want, 0.06), `${picture}: ${kind} “${text}” is ${got} wide, and computed as ${want}`); // written with one decimal
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  for (const kind of ["mover", "name", "value", "bound", "heur", "cost", "visits", "holder", "sum"]) assert.ok(kinds.get(`tree ${kind}`) > 0, `no ${kind} was measured: ${JSON.stringify([...kinds])}`);
  for (const kind of ["ink", "soft"]) assert.ok(kinds.get(`placeholder ${kind}`) > 0, `no ${kind} was measured`);
});

person("on a page, in every theme, values and bounds fit their places", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=12");
  await idle(page);
  await settled(page);
  for (const name of themes) {
    await theme(page, name);
    const values = await page.evaluate(() => [...document.querySelectorAll("svg.tree .node.bare")].map((node) => {
      const value = node.querySelector(".value"), box = node.querySelector(".box");
      return { text: value.textContent, width: value.getComputedTextLength(), box: Number(box.getAttribute("width")), family: getComputedStyle(value).fontFamily };
    }));
    assert.ok(values.length >= 4);
    for (const { text, width, box, family } of values) {
      assert.ok(family.startsWith('"STIX Two Text"'), family);
      assert.ok(width <= box - 12 && width > box - 30, `${name}: ${text} is ${width} wide, its box ${box}`);
    }
  }
});

/** The sum of the layout shifts of a page, and what moved. @param {import("playwright-core").Page} page */
const watchShifts = (page) => page.addInitScript(() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) window.shifts.push({ value: shift.value, what: shift.sources.map(({ node }) => `${node?.nodeName} ${node?.className}`) });
  }).observe({ type: "layout-shift", buffered: true });
});
const shifted = (page) => page.evaluate(() => ({ sum: window.shifts.reduce((sum, { value }) => sum + value, 0), shifts: window.shifts }));

/** Waits until the fonts of a page have come and it is painted with them. */
const settled = (page) => page.evaluate(async () => {
  await document.fonts.ready;
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
});

person("nothing moves when a page is opened for the first time", {}, async () => {
  for (const address of ["/", "/notation"]) {
    await elsewhere(async (page) => {
      await watchShifts(page);
      await page.goto(address);
      await settled(page);
      const { sum, shifts } = await shifted(page);
      assert.ok(sum < 0.001, `${address}: ${JSON.stringify(shifts)}`);
    });
  }
});

/**
 * Pages of every kind, with what is there when their scripts have done all that they do by themselves. The event
 * "load", and so data-idle, comes after the fonts. @type {[string, ((page: import("playwright-core").Page) => Promise<unknown>)?][]}
 */
const kinds = [
  ["/"],
  ["/notation"],
  ["/figures/k1991-fig6?algorithm=deep&step=12", atStep],
  ["/algorithms?figure=k1991-fig6"],
  ["/learn/deep-fails", atStep],
  ["/games/othello"],
  ["/practice?algorithm=shallow&players=3&depth=3&branching=3&seed=4", (page) => page.locator("#check:not([hidden])").waitFor()],
  ["/edit?figure=k1991-fig6", async (page) => {
    await page.locator("#canvas g.node").first().waitFor();
    await page.locator("#results table").waitFor({ state: "attached" });
  }],
  ["/c"],
  ["/c/CODE", (page) => page.locator("#run[data-ready]").waitFor()], // followers do not learn how many steps there are
  ["/present/KEY", atStep],
];

/** Waits until nothing of a page has changed, and nothing has moved, for some frames. */
const rests = (page) => page.evaluate(async () => {
  let still = 0, moved = window.shifts.length;
  const changes = new MutationObserver(() => (still = 0));
  changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  for (; still < 10; still++) {
    await new Promise(requestAnimationFrame);
    if (window.shifts.length > moved) [still, moved] = [0, window.shifts.length];
  }
  changes.disconnect();
});

for (const [size, viewport] of Object.entries({ wide, narrow })) {
  for (const name of themes) {
    // A line of a text may break elsewhere, and in its large type for a projector that moves all below it further. A jump that people notice is 0.1.
    const most = name === "projector" ? 0.03 : 0.008;
    person(`nothing moves when the fonts come late, ${size}, ${name}`, { viewport }, async (page) => {
      const room = await (await fetch(`${url}/api/v1/rooms`, { method: "POST", body: JSON.stringify({ show: { figure: "k1991-fig6", algorithm: "deep", step: 4 } }) })).json();
      await watchShifts(page);
      await page.addInitScript((t) => localStorage.setItem("espalier-theme", t), name);
      let held = [], holds = true;
      await page.route(/\.woff2$/, (route) => (holds ? held.push(route) : route.continue()));
      for (const [kind, whole] of kinds) {
        [held, holds] = [[], true];
        await page.goto(kind.replace("CODE", room.code).replace("KEY", room.key), { waitUntil: "domcontentloaded" });
        await until(() => held.length >= 4, "the page asks for the fonts");
        await until(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length > 0), "the page is painted without them");
        await whole?.(page);
        await rests(page);
        const before = await shifted(page);
        holds = false;
        await Promise.all(held.map((route) => route.continue())); // they come together, as preloaded fonts do
        await settled(page);
        assert.equal(await page.evaluate(() => document.fonts.check('1em "STIX Two Text"') && document.fonts.check('bold 1em "STIX Two Text"')), true);
        const after = await shifted(page), sum = after.sum - before.sum;
        assert.ok(sum < most, `${kind}: ${sum}: ${JSON.stringify(after.shifts.slice(before.shifts.length))}`);
      }
    });
  }

  person(`a bar has its width before its scripts have come, ${size}`, { viewport }, async (page) => {
    await watchShifts(page);
    let held = [], holds = true;
    await page.route(/\/js\/run\/main\.js$/, (route) => (holds ? held.push(route) : route.continue()));
    await page.goto("/figures/k1991-fig6?algorithm=deep&step=12", { waitUntil: "commit" });
    await until(() => held.length > 0, "the page asks for its script");
    await until(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length > 0), "the page is painted without it");
    await settled(page);
    const bar = () => page.locator(".playback .bar").evaluate((b) => [...b.querySelectorAll("button, output, select")].map((e) => {
      const { x, y, width } = e.getBoundingClientRect();
      return `${e.id} at ${Math.round(x)}, ${Math.round(y)}, ${Math.round(width)} wide`;
    }));
    const play = page.getByRole("button", { name: "Play" });
    assert.equal(await play.count(), 0, "a control does not show before its script has come");
    const before = await bar();
    holds = false;
    for (const route of held) await route.continue();
    await atStep(page, 12);
    await play.waitFor();
    assert.deepEqual(await bar(), before);
  });
}

person("the fonts are asked for once, and cached for good", {}, async () => {
  await elsewhere(async (page) => {
    const asked = [];
    page.on("requestfinished", async (request) => {
      if (!request.url().endsWith(".woff2")) return;
      const answer = await request.response();
      asked.push({ url: request.url(), policy: answer.headers()["cache-control"], kind: answer.headers()["content-type"], size: Number(answer.headers()["content-length"]) });
    });
    await page.goto("/figures/k1991-fig6");
    await idle(page);
    await until(() => asked.length >= 4, "the fonts have come");
    assert.equal(new Set(asked.map((a) => a.url)).size, 4, JSON.stringify(asked));
    for (const { url: address, policy, kind, size } of asked) {
      assert.match(address, /\/static\/[0-9a-f]{12}\/fonts\//);
      assert.equal(policy, "public, max-age=31536000, immutable");
      assert.equal(kind, "font/woff2");
      assert.ok(size > 1000 && size <= 45_000, `${address}: ${size} bytes`);
    }
    await page.goto("/notation");
    const again = await page.evaluate(async () => {
      await document.fonts.ready;
      return performance.getEntriesByType("resource").filter((r) => r.name.endsWith(".woff2")).map((r) => r.transferSize);
    });
    assert.ok(again.length >= 2 && again.every((bytes) => bytes === 0), `the next page got ${again} bytes of fonts`);
  });
  const notice = await fetch(`${url}/static/fonts/OFL.txt`);
  assert.equal(notice.status, 200);
  assert.match(await notice.text(), /SIL OPEN FONT LICENSE Version 1\.1/);
});

person("the file that plays by itself has the fonts in it", {}, async () => {
  const file = await (await fetch(`${url}/export/run.html?figure=k1991-fig6&algorithm=deep&step=12`)).text();
  const server = http.createServer((_, answer) => answer.setHeader("Content-Type", "text/html; charset=utf-8").end(file)).listen(0, "127.0.0.1");
  try {
    await until(() => server.listening, "the file is served");
    await elsewhere(async (alone) => {
      const asked = [];
      alone.on("request", (r) => r.url().startsWith("data:") || asked.push(r.url()));
      await alone.goto(`http://127.0.0.1:${server.address().port}/`);
      const loaded = await alone.evaluate(async () => {
        await document.fonts.ready;
        return [...document.fonts].filter((f) => f.status === "loaded" && f.family.startsWith("STIX")).map((f) => `${f.family} ${f.style} ${f.weight}`).sort();
      });
      assert.deepEqual(loaded, ["STIX Two Math normal normal", "STIX Two Text italic normal", "STIX Two Text normal 700", "STIX Two Text normal normal"]);
      assert.equal(asked.length, 1, `asked for ${asked}`);
    });
  } finally {
    server.close();
  }
});

person("a PNG is painted with the typeface", {}, async (page) => {
  const picture = "/figures/k1991-fig6.svg?algorithm=deep&step=12";
  /** The picture as the Share panel paints it. */
  const painted = async (p) => {
    await p.goto(`${url}/figures/k1991-fig6`);
    await settled(p);
    return p.evaluate(async (address) => {
      const script = [...document.scripts].find((s) => s.src.includes("/js/share/main.js")).src;
      const { blob } = await (await import(new URL("png.js", script).href)).pngOf(address, 2);
      return new Promise((done) => Object.assign(new FileReader(), { onload: (e) => done(e.target.result) }).readAsDataURL(blob));
    }, picture);
  };
  const png = await painted(page);
  let plain = "";
  await elsewhere(async (other) => {
    await other.route("**/*.woff2", (route) => route.abort());
    plain = await painted(other);
  });
  // The same picture in a page that has the fonts, and no rules for trees.
  await page.goto(`${url}/notation`);
  const size = await page.evaluate(async (address) => {
    const box = Object.assign(document.createElement("div"), { id: "reference", innerHTML: await (await fetch(address)).text() });
    document.body.replaceChildren(box);
    box.style.cssText = "position:fixed;inset:0 auto auto 0;background:#fff;width:max-content;height:max-content";
    const svg = box.querySelector("svg");
    svg.style.display = "block";
    await document.fonts.ready;
    const [width, height] = ["width", "height"].map((side) => 2 * Number(svg.getAttribute(side)));
    svg.setAttribute("width", String(width));
    svg.setAttribute("height", String(height));
    return { width, height };
  }, picture);
  const shown = `data:image/png;base64,${(await page.screenshot({ clip: { x: 0, y: 0, ...size } })).toString("base64")}`;
  /** How many pixels of two pictures differ. */
  const apart = (a, b) => page.evaluate(async ([{ width, height }, ...addresses]) => {
    const [one, two] = await Promise.all(addresses.map(async (src) => {
      const image = Object.assign(new Image(), { src }), context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
      await image.decode();
      context.fillStyle = "#fff";
      context.fillRect(0, 0, width, height);
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, width, height).data;
    }));
    return one.filter((v, i) => i % 4 === 1 && Math.abs(v - two[i]) > 60).length;
  }, [size, a, b]);
  const fonts = await apart(png, shown), without = await apart(plain, shown);
  assert.ok(without > 200 && fonts < without / 2, `${fonts} pixels differ from the page with the fonts, ${without} without`);
});
