// The map on a graphics card, with WebGL 2 by hand. One program draws all items as instances
// of a rectangle: the bytes of a tile are its buffer as they came, and the step is a uniform.
// So a scrub uploads nothing. A second program draws the edges of the tree.

import { anchor, outlined, rowGap } from "./canvas.js";
import { firstHatching, packed, textures } from "./look.js";
import { ruleCount } from "./rules.js";
import { edgeNumbers } from "./scene.js";

const items = [
  "#version 300 es",
  "layout(location=0) in uint aFirst;",
  "layout(location=1) in uint aLast;",
  "layout(location=2) in float aLeft;",
  "layout(location=3) in float aRight;",
  "layout(location=4) in uint aRow;",
  "layout(location=5) in uint aKind;",
  "layout(location=6) in uint aRule;",
  "layout(location=7) in float aEntered;",
  "layout(location=8) in float aCut;",
  "layout(location=9) in float aAgain;",
  "layout(location=10) in uint aCount;",
  "uniform vec2 uTile, uClip, uSize, uRows;",
  "uniform float uFirstRow, uBox, uGap, uRatio;",
  "uniform bool uTree, uOutlines;",
  "uniform uint uStep, uFlags;",
  `uniform vec3 uGround, uInk, uEdge, uFaint, uAgain, uOne, uTwo, uRules[${ruleCount}];`,
  `uniform uvec2 uTextures[${textures.length}];`,
  "flat out vec3 base, over, line;",
  "flat out uvec2 texture_;",
  "flat out vec4 box;",
  "flat out uint outlined;",
  "void main() {",
  "gl_Position = vec4(2.0, 2.0, 0.0, 1.0);",
  "bool single = (aKind & 1u) != 0u;",
  "if (single && (aKind & 24u) != 0u) return;",
  "float a = uTile.x + uTile.y * aLeft, b = uTile.x + uTile.y * aRight;",
  "if (b < uClip.x || a > uClip.y) return;",
  "float css = (b - a) / uRatio;",
  "float row = uFirstRow + float(aRow);",
  "float top = floor(row * uRows.x - uRows.y + 0.5);",
  "float bottom = uTree ? floor(row * uRows.x - uRows.y + uBox + 0.5) : floor((row + 1.0) * uRows.x - uRows.y + 0.5) - uGap;",
  "bottom = max(bottom, top + 1.0);",
  "if (bottom < 0.0 || top > uSize.y) return;",
  "if (uTree && single) {",
  "float l = max(a, 0.0), r = min(b, uSize.x);",
  "float middle = r <= l ? (a + b) / 2.0 : (l + r) / 2.0, half_ = max(0.5, min(bottom - top, (b - a) * 0.72) / 2.0);",
  "a = middle - half_;",
  "b = middle + half_;",
  "}",
  "float border = max(1.0, floor(uRatio + 0.5));",
  "float x0 = floor(a + 0.5), x1 = floor(b + 0.5);",
  "if (!uTree && single && css >= 5.0) x1 -= border;",
  "x1 = max(x1, x0 + 1.0);",
  "float left = max(uClip.x, x0), right = min(uClip.y, x1);",
  "if (right <= left) return;",
  "vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);",
  "vec2 at = mix(vec2(left, top), vec2(right, bottom), corner) / uSize;",
  "gl_Position = vec4(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0);",
  "box = vec4(x0 + border, top + border, x1 - border, bottom - border);",
  "float width = uTree ? min(css, 60.0) : css;",
  "float done = uStep < aFirst ? 0.0 : single ? 1.0 : min(1.0, float(uStep - aFirst + 1u) / float(aLast - aFirst + 1u));",
  "float wide = single ? smoothstep(8.0, 44.0, width) : 0.0;",
  "bool difference = (uFlags & 2u) != 0u;",
  `uint rule = min(aRule, ${ruleCount - 1}u);`,
  "float crowd = clamp(log2(float(aCount) / width) / 10.0, 0.0, 1.0);",
  "float tone = aEntered * (single ? mix(0.34, 0.045, wide) : mix(0.34, 0.64, crowd)), strength = 0.0, tint = aCut * mix(0.22, 0.1, wide);",
  "vec3 colour = uRules[rule];",
  "uint which = 0u;",
  "if (difference) {",
  "bool other = aAgain > aCut;",
  "colour = other ? uTwo : uOne;",
  "tint = max(aCut, aAgain) * 0.3;",
  "if (aCut + aAgain > 0.01) { which = other ? 2u : 1u; strength = 0.3 + 0.7 * max(aCut, aAgain); }",
  "} else if ((aKind & 4u) != 0u) {",
  "which = 4u;",
  "if (aCut <= 0.5) colour = uInk;",
  "strength = 0.75;",
  "} else if (aAgain > 0.01 && aAgain >= aCut) {",
  "which = 3u;",
  "colour = uAgain;",
  "strength = 0.35 + 0.65 * aAgain;",
  "tint = 0.12 * aAgain;",
  "} else if (aCut > 0.01) {",
  `which = (uFlags & 4u) != 0u && single && width > 3.0 ? 5u : ${firstHatching}u + rule;`,
  "strength = 0.15 + 0.85 * aCut;",
  "}",
  "strength *= mix(1.0, 0.5, wide);",
  "vec3 future = mix(uGround, uFaint, mix(0.3, 0.08, wide));",
  "vec3 full = mix(mix(uGround, uInk, tone), colour, tint);",
  "base = mix(future, full, done);",
  "over = mix(mix(future, uFaint, 0.3), mix(full, colour, strength), done);",
  "line = mix(uFaint, aCut > 0.5 || (difference && aAgain > 0.5) ? colour : mix(uGround, uEdge, 0.85), done);",
  "texture_ = uTextures[which];",
  "outlined = uOutlines && single && width >= 5.0 ? 1u : 0u;",
  "}",
].join("\n");

const itemPixels = [
  "#version 300 es",
  "precision mediump float;",
  "precision highp int;",
  "uniform highp float uHeight, uRatio;",
  "uniform highp ivec2 uAnchor;",
  "flat in vec3 base, over, line;",
  "flat in uvec2 texture_;",
  "flat in highp vec4 box;",
  "flat in uint outlined;",
  "out vec4 colour;",
  "void main() {",
  "highp vec2 f = vec2(gl_FragCoord.x, uHeight - gl_FragCoord.y);",
  "if (outlined != 0u && (f.x < box.x || f.y < box.y || f.x > box.z || f.y > box.w)) { colour = vec4(line, 1.0); return; }",
  "ivec2 q = (ivec2(floor(f / uRatio)) + uAnchor) & 7;",
  "uint bits = (q.y < 4 ? texture_.x : texture_.y) >> uint((q.y & 3) * 8 + q.x);",
  "colour = vec4((bits & 1u) != 0u ? over : base, 1.0);",
  "}",
].join("\n");

const edges = [
  "#version 300 es",
  "layout(location=0) in vec4 aLine;",
  "layout(location=1) in vec2 aWhat;",
  "uniform vec2 uSize;",
  "uniform float uRatio, uStep;",
  "uniform vec3 uEdge, uFaint;",
  "out float across;",
  "flat out vec3 ink;",
  "flat out float half_;",
  "void main() {",
  "vec2 a = aLine.xy * uRatio, b = aLine.zw * uRatio, along = normalize(b - a), aside = vec2(-along.y, along.x);",
  "half_ = uRatio * 0.5;",
  "float way = float(gl_VertexID >> 1) * 2.0 - 1.0;",
  "across = way * (half_ + 1.0);",
  "vec2 at = ((gl_VertexID & 1) == 0 ? a : b) + aside * across;",
  "gl_Position = vec4(2.0 * at.x / uSize.x - 1.0, 1.0 - 2.0 * at.y / uSize.y, 0.0, 1.0);",
  "ink = aWhat.x > uStep || aWhat.y == 1.0 ? uFaint : uEdge;",
  "}",
].join("\n");

const edgePixels = [
  "#version 300 es",
  "precision mediump float;",
  "in float across;",
  "flat in vec3 ink;",
  "flat in float half_;",
  "out vec4 colour;",
  "void main() {",
  "float a = clamp(half_ + 0.5 - abs(across), 0.0, 1.0);",
  "colour = vec4(ink * a, a);",
  "}",
].join("\n");

/** @typedef {import("./tiles.js").Tile} Tile */

/** Drawn by the processor, WebGL is slower than rows of pixels. @param {WebGL2RenderingContext} gl */
function computed(gl) {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  return /swiftshader|llvmpipe|software|basic render/i.test(String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)));
}

/**
 * The renderer on the card, or null where there is none.
 * @param {HTMLCanvasElement} canvas @param {boolean} evenComputed
 */
export function openGl(canvas, evenComputed) {
  const probe = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: !evenComputed });
  if (!probe) return null;
  const slow = computed(probe);
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  if (slow && !evenComputed) return null;
  const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false, stencil: false });
  return gl && new Gl(canvas, gl);
}

class Gl {
  /** @type {Map<Tile, {array: WebGLVertexArrayObject, buffer: WebGLBuffer}>} */
  #tiles = new Map();
  /** @type {import("./look.js").Palette | null} */
  #palette = null;
  #drawnEdges = -1;
  /** The joined nodes of the scene that was drawn last. @type {Tile | undefined} */
  #wide;

  /** @param {HTMLCanvasElement} canvas @param {WebGL2RenderingContext} gl */
  constructor(canvas, gl) {
    this.canvas = canvas;
    this.gl = gl;
    this.lost = false;
    this.parts = this.#start();
    canvas.addEventListener("webglcontextlost", (e) => {
      e.preventDefault();
      this.lost = true;
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.lost = false;
      this.#tiles.clear();
      this.#palette = null;
      this.parts = this.#start();
      canvas.dispatchEvent(new Event("redraw"));
    });
  }

  #start() {
    const gl = this.gl;
    const edgeArray = gl.createVertexArray(), edgeBuffer = gl.createBuffer();
    gl.bindVertexArray(edgeArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, edgeBuffer);
    for (const [at, n, offset] of [[0, 4, 0], [1, 2, 16]]) {
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, n, gl.FLOAT, false, 4 * edgeNumbers, offset);
      gl.vertexAttribDivisor(at, 1);
    }
    gl.bindVertexArray(null);
    return { items: this.#program(items, itemPixels), edges: this.#program(edges, edgePixels), edgeArray, edgeBuffer };
  }

  /** @param {string} vertex @param {string} fragment */
  #program(vertex, fragment) {
    const gl = this.gl, program = /** @type {WebGLProgram} */ (gl.createProgram());
    for (const [type, text] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]])) {
      const shader = /** @type {WebGLShader} */ (gl.createShader(type));
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) throw new Error(gl.getShaderInfoLog(shader) ?? "a shader of the map is not compiled");
    }
    gl.linkProgram(program);
    /** @type {Record<string, WebGLUniformLocation | null>} */
    const at = {};
    const n = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0;
    for (let i = 0; i < n; i++) {
      const name = gl.getActiveUniform(program, i)?.name ?? "";
      at[name.replace("[0]", "")] = gl.getUniformLocation(program, name);
    }
    return { program, at };
  }

  /** The buffer of a tile: its bytes, as they came. @param {Tile} tile */
  #array(tile) {
    const known = this.#tiles.get(tile);
    if (known) return known.array;
    const gl = this.gl, array = gl.createVertexArray(), buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, tile.buffer, gl.STATIC_DRAW);
    const { first, last, count, left, right, bytes, stride } = tile.at;
    for (const [at, place] of [[0, first], [1, last], [10, count]]) gl.vertexAttribIPointer(at, 1, gl.UNSIGNED_INT, 0, place);
    for (const [at, place] of [[2, left], [3, right]]) gl.vertexAttribPointer(at, 1, gl.UNSIGNED_SHORT, true, 0, place);
    for (let k = 0; k < 3; k++) gl.vertexAttribIPointer(4 + k, 1, gl.UNSIGNED_BYTE, 0, bytes + k * stride);
    for (let k = 3; k < 6; k++) gl.vertexAttribPointer(4 + k, 1, gl.UNSIGNED_BYTE, true, 0, bytes + k * stride);
    for (let at = 0; at < 11; at++) {
      gl.enableVertexAttribArray(at);
      gl.vertexAttribDivisor(at, 1);
    }
    this.#tiles.set(tile, { array, buffer });
    return array;
  }

  /** @param {Tile} tile */
  forget(tile) {
    const known = this.#tiles.get(tile);
    if (!known) return;
    this.#tiles.delete(tile);
    this.gl.deleteVertexArray(known.array);
    this.gl.deleteBuffer(known.buffer);
  }

  /**
   * @param {import("./tiles.js").Piece[]} pieces @param {import("./scene.js").Scene} scene @param {import("./view.js").View} view
   * @param {number} step @param {import("./look.js").Palette} palette @param {number} ratio @param {number} made  grows when the scene was made again
   */
  draw(pieces, scene, view, step, palette, ratio, made) {
    if (this.lost) return;
    const gl = this.gl, { width, height } = this.canvas, { program, at } = this.parts.items, tree = view.shape === "tree";
    gl.viewport(0, 0, width, height);
    gl.clearColor(palette.ground[0], palette.ground[1], palette.ground[2], 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.disable(gl.BLEND);
    gl.useProgram(program);
    if (palette !== this.#palette) this.#colours(palette);
    gl.uniform2f(at.uSize, width, height);
    gl.uniform1f(at.uHeight, height);
    gl.uniform1f(at.uRatio, ratio);
    gl.uniform2f(at.uRows, view.row * ratio, view.y * ratio);
    gl.uniform1f(at.uBox, view.box * ratio);
    gl.uniform1f(at.uGap, rowGap(view.row, ratio));
    gl.uniform1i(at.uTree, tree ? 1 : 0);
    gl.uniform1i(at.uOutlines, outlined(view.row) ? 1 : 0);
    gl.uniform1ui(at.uStep, step);
    const [ax, ay] = anchor(view);
    gl.uniform2i(at.uAnchor, ax, ay);
    const scale = view.scale * ratio;
    const one = (/** @type {import("./tiles.js").Piece} */ { tile, from, to }) => {
      const least = from === -Infinity ? 0 : Math.max(0, Math.floor((from - view.x) * scale + 0.5)), most = to === Infinity ? width : Math.min(width, Math.floor((to - view.x) * scale + 0.5));
      if (most <= least || tile.n === 0) return;
      gl.bindVertexArray(this.#array(tile));
      gl.uniform2f(at.uTile, (tile.from - view.x) * scale, (tile.to - tile.from) * scale);
      gl.uniform2f(at.uClip, least, most);
      gl.uniform1f(at.uFirstRow, tile.row);
      gl.uniform1ui(at.uFlags, tile.flags);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, tile.n);
    };
    for (const p of pieces) one(p);
    if (scene.wide?.tile !== this.#wide) {
      if (this.#wide) this.forget(this.#wide);
      this.#wide = scene.wide?.tile;
    }
    if (scene.wide) one(scene.wide);
    if (tree && scene.edgeCount > 0) this.#drawEdges(scene, step, palette, ratio, made);
    gl.bindVertexArray(null);
  }

  /** @param {import("./scene.js").Scene} scene @param {number} step @param {import("./look.js").Palette} palette @param {number} ratio @param {number} made */
  #drawEdges(scene, step, palette, ratio, made) {
    const gl = this.gl, { edgeArray, edgeBuffer } = this.parts, { program, at } = this.parts.edges;
    gl.useProgram(program);
    gl.bindVertexArray(edgeArray);
    if (made !== this.#drawnEdges) {
      gl.bindBuffer(gl.ARRAY_BUFFER, edgeBuffer);
      gl.bufferData(gl.ARRAY_BUFFER, scene.edges.subarray(0, scene.edgeCount * edgeNumbers), gl.DYNAMIC_DRAW);
      this.#drawnEdges = made;
    }
    gl.uniform2f(at.uSize, this.canvas.width, this.canvas.height);
    gl.uniform1f(at.uRatio, ratio);
    gl.uniform1f(at.uStep, step);
    gl.uniform3fv(at.uEdge, palette.edge);
    gl.uniform3fv(at.uFaint, palette.faint);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, scene.edgeCount);
  }

  /** @param {import("./look.js").Palette} p */
  #colours(p) {
    const gl = this.gl, { at } = this.parts.items;
    for (const [name, colour] of /** @type {[string, number[]][]} */ ([["uGround", p.ground], ["uInk", p.ink], ["uEdge", p.edge], ["uFaint", p.faint], ["uAgain", p.again], ["uOne", p.one], ["uTwo", p.two]])) gl.uniform3fv(at[name], colour);
    gl.uniform3fv(at.uRules, p.rules.flat());
    gl.uniform2uiv(at.uTextures, new Uint32Array(textures.flatMap(packed)));
    this.#palette = p;
  }
}
