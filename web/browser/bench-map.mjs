// Measures the map of a large search beside other ways to draw as many nodes, in one run:
//
//	ESPALIER=path/of/the/server npm run bench-map
//
// The baselines draw an icicle of the same number of nodes in ten rows: SVG with a rectangle a
// node; d3-hierarchy on JSON and a 2D canvas; and regl with one instance a node, all of whose data
// is on the page. What takes minutes is left out. Frames are those of wheel events that zoom in
// and out; script is the time of the page's thread for a scrub to a random step.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { scriptClock } from "./clocks.mjs";

const data = mkdtempSync(path.join(tmpdir(), "bench-map-"));
const server = spawn(process.env.ESPALIER ?? "espalier", ["-addr", "127.0.0.1:0", "-data", data], { stdio: ["ignore", "pipe", "ignore"] });
const url = await new Promise((resolve) => {
  let said = "";
  server.stdout.on("data", (chunk) => {
    const found = /http:\/\/[\d.:]+/.exec((said += chunk));
    if (found) resolve(found[0]);
  });
});
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--enable-precise-memory-info"] });

/** The time between frames while the wheel turns. @param {import("playwright-core").Page} page @param {number} x @param {number} y */
async function wheel(page, x, y) {
  await page.mouse.move(x, y);
  await page.evaluate(() => {
    globalThis.frameTimes = [];
    let before = performance.now();
    const each = (now) => {
      globalThis.frameTimes.push(now - before);
      before = now;
      globalThis.counting = requestAnimationFrame(each);
    };
    globalThis.counting = requestAnimationFrame(each);
  });
  for (const turn of [...Array(20).fill(-120), ...Array(20).fill(120)]) {
    await page.mouse.wheel(0, turn);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const times = await page.evaluate(() => {
    cancelAnimationFrame(globalThis.counting);
    return globalThis.frameTimes.slice(2);
  });
  times.sort((a, b) => a - b);
  return { frame: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)], most: times.at(-1) };
}

const megabytes = (page) => page.evaluate(() => performance.memory.usedJSHeapSize / 1e6);
const rows = [];
const row = (what, nodes, r) => {
  rows.push({ what, nodes, ...Object.fromEntries(Object.entries(r).map(([k, v]) => [k, typeof v === "number" ? Number(v.toFixed(1)) : v])) });
  console.log(JSON.stringify(rows.at(-1)));
};

/** @param {number} nodes */
async function espalier(nodes) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on("console", (m) => m.type() === "error" && console.log("console:", m.text()));
  await page.addInitScript(() => {
    const Socket = WebSocket;
    globalThis.WebSocket = class extends Socket {
      constructor(...args) {
        super(...args);
        this.addEventListener("message", (e) => {
          if (typeof e.data === "string" && e.data.includes('"type":"map"') && !e.data.includes('"state":"running"')) globalThis.searched ??= performance.now();
        });
      }
    };
  });
  await page.goto(`${url}/games/sergeant-major/search?algorithm=shallow&tricks=5&depth=13&nodes=${nodes}`);
  await page.waitForFunction(() => globalThis.searched, null, { timeout: 200_000 });
  await page.waitForFunction(() => document.querySelector("[data-map]").dataset.drawn === "all", null, { polling: "raf" });
  const picture = await page.evaluate(() => performance.now() - globalThis.searched);
  await page.waitForFunction(() => document.documentElement.hasAttribute("data-idle"));
  const frames = await wheel(page, 600, 400);
  const clock = await scriptClock(page);
  const scripts = [];
  for (let i = 1; i <= 20; i++) {
    const before = await clock();
    await page.evaluate((part) => {
      const scrub = document.getElementById("scrub");
      scrub.value = String(Math.floor(Number(scrub.max) * part));
      scrub.dispatchEvent(new Event("input", { bubbles: true }));
      return new Promise(requestAnimationFrame);
    }, (i * 0.618) % 1);
    scripts.push((await clock()) - before);
  }
  scripts.sort((a, b) => a - b);
  const known = Number(await page.evaluate(() => document.querySelector("[data-map]").dataset.nodes));
  row("Espalier", known, { picture, ...frames, script: scripts[10], heap: await megabytes(page) });
  await page.close();
}

/** @param {string} what @param {number} nodes @param {string[]} libraries @param {(nodes: number) => Promise<number>} draw */
async function baseline(what, nodes, libraries, draw) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent("<!doctype html><body style='margin:0'>");
  for (const file of libraries) await page.addScriptTag({ content: readFileSync(new URL(`node_modules/${file}`, import.meta.url), "utf8") });
  try {
    const picture = await page.evaluate(draw, nodes);
    row(what, nodes, { picture, ...(await wheel(page, 600, 400)), heap: await megabytes(page) });
  } catch (error) {
    row(what, nodes, { failed: String(error).slice(0, 80) });
  }
  await page.close();
}

/** Ten rows of rectangles, one for each node. */
async function svg(nodes) {
  const begun = performance.now(), each = nodes / 10, ns = "http://www.w3.org/2000/svg", root = document.createElementNS(ns, "svg");
  root.setAttribute("width", "1440");
  root.setAttribute("height", "800");
  root.setAttribute("viewBox", "0 0 1440 800");
  root.setAttribute("preserveAspectRatio", "none");
  for (let i = 0; i < nodes; i++) {
    const rect = document.createElementNS(ns, "rect");
    rect.setAttribute("x", String(((i % each) * 1440) / each));
    rect.setAttribute("y", String(80 * Math.floor(i / each)));
    rect.setAttribute("width", String(1440 / each));
    rect.setAttribute("height", "78");
    rect.setAttribute("fill", i % 3 ? "#555" : "#b33");
    root.append(rect);
  }
  document.body.append(root);
  let scale = 1;
  addEventListener("wheel", (e) => {
    scale *= e.deltaY < 0 ? 1.2 : 1 / 1.2;
    root.setAttribute("viewBox", `${600 - 600 / scale} 0 ${1440 / scale} 800`);
  });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - begun;
}

/** A tree as JSON, as a server would send it, laid out by d3-hierarchy and drawn on a canvas. */
async function canvas(nodes) {
  const list = [{ id: 0, parent: null }];
  for (let i = 1; i < nodes; i++) list.push({ id: i, parent: Math.floor((i - 1) / 4) });
  const text = JSON.stringify(list);
  const begun = performance.now();
  const root = globalThis.d3.partition().size([1, 1])(globalThis.d3.stratify().id((d) => d.id).parentId((d) => d.parent)(JSON.parse(text)).count());
  const flat = root.descendants(), surface = document.createElement("canvas");
  surface.width = 1440;
  surface.height = 800;
  document.body.append(surface);
  const pen = surface.getContext("2d");
  let scale = 1, frame = 0;
  const draw = () => {
    frame = 0;
    pen.clearRect(0, 0, 1440, 800);
    for (const n of flat) {
      const x0 = 600 + (n.x0 * 1440 - 600) * scale, x1 = 600 + (n.x1 * 1440 - 600) * scale;
      if (x1 < 0 || x0 > 1440) continue;
      pen.fillStyle = Number(n.id) % 3 ? "#555" : "#b33";
      pen.fillRect(x0, n.y0 * 800, x1 - x0, (n.y1 - n.y0) * 800);
    }
  };
  draw();
  addEventListener("wheel", (e) => {
    scale *= e.deltaY < 0 ? 1.2 : 1 / 1.2;
    frame ||= requestAnimationFrame(draw);
  });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - begun;
}

/** All nodes as instances on the graphics card. */
async function regl(nodes) {
  const begun = performance.now(), surface = document.createElement("canvas"), each = nodes / 10;
  surface.width = 1440;
  surface.height = 800;
  document.body.append(surface);
  const gl = globalThis.createREGL({ canvas: surface, extensions: ["ANGLE_instanced_arrays"] });
  const place = new Float32Array(nodes * 3);
  for (let i = 0; i < nodes; i++) place.set([(i % each) / each, 1 / each, Math.floor(i / each)], 3 * i);
  const draw = gl({
    vert: "precision highp float; attribute vec2 corner; attribute vec3 place; uniform float scale; void main() { float x = place.x + corner.x * place.y; gl_Position = vec4((x - .4) * scale * 2., 1. - (place.z + corner.y * .98) / 5., 0, 1); }",
    frag: "precision mediump float; void main() { gl_FragColor = vec4(.3, .3, .3, 1); }",
    attributes: { corner: [[0, 0], [1, 0], [0, 1], [1, 1]], place: { buffer: gl.buffer(place), divisor: 1, stride: 12, offset: 0 } },
    uniforms: { scale: gl.prop("scale") }, primitive: "triangle strip", count: 4, instances: nodes,
  });
  let scale = 1, frame = 0;
  const paint = () => {
    frame = 0;
    gl.clear({ color: [1, 1, 1, 1] });
    draw({ scale });
  };
  paint();
  gl.read(); // until it is drawn
  addEventListener("wheel", (e) => {
    scale *= e.deltaY < 0 ? 1.2 : 1 / 1.2;
    frame ||= requestAnimationFrame(paint);
  });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - begun;
}

for (const nodes of [100_000, 1_000_000, 10_000_000]) {
  await espalier(nodes);
  if (nodes <= 100_000) await baseline("SVG", nodes, [], svg);
  if (nodes <= 200_000) await baseline("d3 and canvas", nodes, ["d3-hierarchy/dist/d3-hierarchy.min.js"], canvas);
  if (nodes <= 200_000) await baseline("regl", nodes, ["regl/dist/regl.min.js"], regl);
}
console.table(rows);
await browser.close();
server.kill();
await new Promise((done) => server.once("exit", done));
rmSync(data, { recursive: true });
