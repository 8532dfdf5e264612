// How large a tree is in its window: the text of a larger window is never smaller.

import assert from "node:assert/strict";
import { keep, press, saved } from "./editor.mjs";
import { atStep, idle, person, shot } from "./harness.mjs";

/** Max^n trees with their nodes on three levels. @param {number} wide  children of the root @param {number} below  of each of them */
const tree = (wide, below) => `players 3 maxsum 9 1[ ${`2[ ${"(3,3,3) ".repeat(below)}] `.repeat(wide)}]`;

/** 1 + 6 + 18. */
const of25 = tree(6, 3);
/** A window is measured in whole pixels: so much of a text may be missing. */
const blur = 0.03;
const windows = [[1024, 768], [1280, 720], [1366, 768], [1440, 900], [1920, 1080]];

/** Pixels of a label, and of what holds the picture: how high that is in a window is the page's. */
const textSize = (page, picture) => page.locator(picture).evaluate((svg) => {
  const { a, d } = svg.getScreenCTM();
  return { w: svg.clientWidth, h: svg.clientHeight, text: 17 * Math.min(a, d) }; // web/draw/size.go
});

/** Fails if a window has smaller texts than one that is neither wider nor higher. */
function never(sizes, what) {
  for (const a of sizes) for (const b of sizes) {
    if (a.w <= b.w && a.h <= b.h) assert.ok(a.text <= b.text + blur, `${what}: ${a.text.toFixed(2)} px at ${a.w}×${a.h}, and ${b.text.toFixed(2)} px at ${b.w}×${b.h}`);
  }
}

person("the scale of a picture grows with its window, in width and in height", {}, async (page) => {
  await page.goto("/");
  const found = await page.evaluate(async () => {
    const { crowded, first, readable, roomy, seen } = await import("/static/js/shared/viewport-math.js"), { frame, widest } = await import("/static/js/run/frame.js");
    const pictures = [[90, 80], [400, 300], [700, 500], [1300, 420], [1500, 900], [500, 1800], [2600, 700], [6000, 2000]].map(([w, h]) => ({ w, h }));
    const widths = [], heights = [];
    for (let w = 320; w <= 2560; w += 28) widths.push(w);
    for (let h = 500; h <= 1440; h += 47) heights.push(h);
    const smaller = [], sizes = new Set();
    /** A picture with a node at each of some places, as the scripts of a run find them. */
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const node = (x, y) => {
      const g = document.createElementNS("http://www.w3.org/2000/svg", "g");
      g.setAttribute("transform", `translate(${x} ${y})`);
      svg.append(g);
      return g;
    };
    for (const picture of pictures) {
      const root = { x: picture.w / 2, y: 40 }, at = node(picture.w * 0.8, picture.h * 0.9), middle = node(picture.w * 0.6, picture.h / 2), top = node(root.x, root.y);
      const lists = [[at, middle, top], [at, middle], [at]];
      const run = (how) => (window) => {
        if (!crowded(picture, window)) return { x: 0, y: 0, ...picture };
        const box = first(picture, window, root);
        return how(lists, picture, window, box) ?? box;
      };
      const ways = { roomy: (window) => roomy(picture, window), first: (window) => first(picture, window, root), frame: run(frame), widest: run(widest) };
      for (const [name, way] of Object.entries(ways)) {
        const scale = (w, h) => w / seen(way({ w, h }), { w, h }).w;
        let row = heights.map(() => 0);
        for (const w of widths) {
          row = heights.map((h, i) => {
            const s = scale(w, h), least = Math.max(row[i], i > 0 ? scale(w, heights[i - 1]) : 0);
            sizes.add(s.toFixed(3));
            if (s < least - 1e-9) smaller.push(`${name} of ${picture.w}×${picture.h} at ${w}×${h}: ${s} after ${least}`);
            if (name !== "roomy" && s < readable - 1e-9) smaller.push(`${name} of ${picture.w}×${picture.h} at ${w}×${h}: ${s} cannot be read`);
            return s;
          });
        }
      }
    }
    return { smaller, sizes: sizes.size };
  });
  assert.ok(found.sizes > 100, `${found.sizes} scales`);
  assert.deepEqual(found.smaller.slice(0, 5), [], `${found.smaller.length} windows`);
});

for (const [what, address] of [["a figure", "/figures/k1991-fig1"], ["a run of 25 nodes", `/tree?text=${encodeURIComponent(of25)}`]]) {
  person(`${what} has no smaller text in a larger window`, {}, async (page) => {
    const sizes = [];
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      await page.goto(address);
      await atStep(page);
      await idle(page);
      sizes.push(await textSize(page, "#stage svg.tree"));
      await shot(page, `fit ${what} ${width}`);
    }
    never(sizes, what);
    assert.ok(sizes.every(({ text }) => text >= 8 - blur), JSON.stringify(sizes));
    // The same in one page whose window grows, and becomes small again.
    for (const back of [false, true]) {
      const now = [];
      for (const [width, height] of back ? windows.toReversed() : windows) {
        await page.setViewportSize({ width, height });
        await idle(page);
        now.push(await textSize(page, "#stage svg.tree"));
      }
      never(now, `${what} in one page`);
    }
  });
}

person("an edited tree of 25 nodes has no smaller text in a larger window", {}, async (page) => {
  const made = await keep({ text: of25 }), sizes = [];
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await page.goto(made.edit);
    await saved(page);
    await idle(page);
    sizes.push(await textSize(page, "#canvas svg"));
    await shot(page, `fit edited ${width}`);
  }
  never(sizes, "the editor");
});

person("what is found is in the middle, with its parent, its siblings and its children", {}, async (page) => {
  const made = await keep({ text: tree(16, 3) });
  await page.goto(made.edit);
  await saved(page);
  await idle(page);
  await press(page, "Control+f");
  for (const [path, near] of [["15", ["15.1", "15.2", "15.3", "16", "14"]], ["15.2", ["15", "15.1", "15.3"]], ["1", ["1.1", "1.3", "2"]]]) {
    await page.getByRole("textbox", { name: "Find nodes" }).fill(path);
    await page.locator("#find").getByText("1 of 1", { exact: true }).waitFor();
    await idle(page);
    const { off, seen } = await page.evaluate(() => {
      const svg = document.querySelector("#canvas svg"), box = svg.getBoundingClientRect(), main = svg.querySelector("g.node.main .box").getBoundingClientRect();
      const inside = (g) => {
        const { left, right, top, bottom } = g.querySelector(".box").getBoundingClientRect();
        return left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
      };
      const all = [...svg.querySelectorAll("g.node")], level = (g) => Number(g.getAttribute("aria-level")), counts = [0, 0, 0];
      const paths = all.map((g) => { // in preorder
        counts[level(g) - 1]++;
        counts.fill(0, level(g));
        return counts.slice(1, level(g)).join(".");
      });
      return {
        off: [main.x + main.width / 2 - box.x - box.width / 2, main.y + main.height / 2 - box.y - box.height / 2].map(Math.abs),
        seen: paths.filter((_, i) => inside(all[i])),
      };
    });
    assert.ok(off[0] < 30 && off[1] < 40, `${path} is ${off} from the middle`);
    for (const other of near) assert.ok(seen.includes(other), `${other}, beside ${path}, is out of sight: ${seen}`);
  }
});
