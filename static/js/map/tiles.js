// The tiles of a map: how one is read, which are wanted for a window, and a cache of them
// that is bounded in bytes. A tile is read in place: its arrays are views of the bytes as
// they came, and there is no object for an item.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";

/** The first four bytes of a tile. */
const magic = 0x31544d45;

/** The bytes of its header. */
const headerBytes = 40;

/** Rows of a tile. */
const bandRows = 16;

/** A tile is at most this wide on the screen, in CSS pixels, and wider than half of it: a cell of density is between one and two pixels and a half wide. */
const widest = 320;

/** Up to this zoom, the tiles of the whole are the picture of the minimap. */
const coarse = 2;

/** Bytes of tiles that a page keeps. A window needs about one megabyte; the rest makes the way back quick. */
const mostBytes = 20e6;

/** Requests at a time. A browser sends six over one connection of HTTP/1.1. */
const mostRequests = 6;

/** Milliseconds between requests for two windows: what is only passed through is not asked for. */
const quiet = 50;

/** Milliseconds before a request that has failed is sent again. */
const retryAfter = 2000;

/** The bits of a kind. */
export const Kind = { single: 1, leaf: 2, counted: 4, onLeft: 8, onRight: 16, forNow: 32, open: 64 };

/** The bits of the flags of a tile. */
export const Flags = { sized: 1, difference: 2, estimated: 4 };

export class Tile {
  /** @param {ArrayBuffer} buffer @param {number} z @param {number} x @param {number} y */
  constructor(buffer, z, x, y) {
    const head = new DataView(buffer);
    if (buffer.byteLength < headerBytes || head.getUint32(0, true) !== magic) throw new Error("The answer is no tile of a map.");
    this.buffer = buffer;
    this.z = z;
    this.x = x;
    this.y = y;
    this.version = head.getUint32(4, true);
    this.from = head.getFloat64(8, true);
    this.to = head.getFloat64(16, true);
    this.row = head.getUint16(24, true);
    this.rows = head.getUint16(26, true);
    const n = (this.n = head.getUint32(28, true));
    this.events = head.getUint32(32, true);
    this.flags = head.getUint32(36, true);
    const two = (2 * n + 3) & ~3, one = (n + 3) & ~3;
    if (buffer.byteLength < headerBytes + 16 * n + 2 * two + 8 * one) throw new Error("A tile of the map has ended too early.");
    /** Where each array begins. The renderer gives these places to the graphics card. */
    this.at = { first: headerBytes, last: headerBytes + 4 * n, count: headerBytes + 8 * n, left: headerBytes + 16 * n, right: headerBytes + 16 * n + two, bytes: headerBytes + 16 * n + 2 * two, stride: one };
    this.first = new Uint32Array(buffer, this.at.first, n);
    this.last = new Uint32Array(buffer, this.at.last, n);
    this.count = new Uint32Array(buffer, this.at.count, n);
    this.index = new Uint32Array(buffer, headerBytes + 12 * n, n);
    this.left = new Uint16Array(buffer, this.at.left, n);
    this.right = new Uint16Array(buffer, this.at.right, n);
    const bytes = (/** @type {number} */ k) => new Uint8Array(buffer, this.at.bytes + k * one, n);
    this.rowOf = bytes(0);
    this.kind = bytes(1);
    this.rule = bytes(2);
    this.entered = bytes(3);
    this.cut = bytes(4);
    this.again = bytes(5);
    this.visits = bytes(6);
    this.mover = bytes(7);
    /** Where the items of each row begin: they come row by row, from left to right. */
    this.starts = new Uint32Array(bandRows + 1);
    for (let i = 0; i < n; i++) this.starts[Math.min(bandRows, this.rowOf[i] + 1)]++;
    for (let r = 0; r < bandRows; r++) this.starts[r + 1] += this.starts[r];
    /** When it was last drawn, in frames. */
    this.seen = 0;
  }

  /** The width of the whole map. */
  get width() {
    return (this.to - this.from) * 2 ** this.z;
  }
}

/** What is to be drawn: a tile, and the part of x for which it stands in. @typedef {{tile: Tile, from: number, to: number}} Piece */

/** @typedef {{from: number, to: number, top: number, bottom: number, scale: number}} Extent  what is seen: leaves, rows, CSS pixels per leaf */

export class Tiles {
  /** @type {Map<string, Tile>} */
  #cache = new Map();
  /** @type {Map<string, AbortController>} */
  #asked = new Map();
  /** @type {Map<string, number>} when a request failed */
  #failed = new Map();
  #bytes = 0;
  #frame = 0;
  /** The window for which tiles were asked for last, and when. */
  #askedFor = "";
  #askedAt = -Infinity;
  #soon = 0;
  /** The width of the map by version and what is shown of it. @type {Map<string, number>} */
  #widths = new Map();
  /** The version that is asked for, and the one that is drawn, with what is shown of it. */
  #newest = 0;
  #shown = { version: 0, as: "" };
  key = "";
  rows = 1;
  /** @type {"plain" | "sized"} */
  form = "plain";
  other = "";

  /**
   * @param {object} to
   * @param {() => void} to.changed  a tile has come
   * @param {(tile: Tile) => void} to.dropped  it is no longer kept
   * @param {(text: string) => void} to.failed
   */
  constructor(to) {
    this.to = to;
  }

  /** Whether the version that was asked for is not kept any more: the next one is to be taken at once. */
  gone = false;

  /** Whether what is drawn is all that there is. */
  settled = false;

  /** Versions of the maps before, of which this one is a later state. */
  #before = 0;

  /** Takes another map. @param {string} key @param {boolean} [later]  it is a later state of the same one, which stays until this one is there */
  open(key, later = false) {
    if (key === this.key) return;
    this.key = key;
    this.#before = later ? this.#newest : 0;
    if (later) return;
    this.#newest = 0;
    this.#shown = { version: 0, as: "" };
    this.clear();
  }

  /** @param {"plain" | "sized"} form @param {string} other */
  show(form, other) {
    this.form = form;
    this.other = other;
  }

  clear() {
    for (const asked of this.#asked.values()) asked.abort();
    this.#asked.clear();
    for (const tile of this.#cache.values()) this.to.dropped(tile);
    this.#cache.clear();
    this.#widths.clear();
    this.#bytes = 0;
  }

  /** A newer version is there. It is asked for when the one before is on the screen. @param {number} version @param {number} rows @param {number} width  of the plain form */
  grown(version, rows, width) {
    this.rows = rows;
    version += this.#before;
    if (version <= this.#newest) return false;
    this.#newest = version;
    this.gone = false;
    this.#failed.clear();
    this.#widths.set(`${version} form=plain`, width);
    return true;
  }

  get version() {
    return this.#newest;
  }

  /** What is shown, as it is asked for. */
  get #as() {
    return `form=${this.form}${this.other ? `&other=${encodeURIComponent(this.other)}` : ""}`;
  }

  /** @param {{version: number, as: string}} of @param {number} z @param {number} x @param {number} y */
  #name({ version, as }, z, x, y) {
    return `v=${version}&${as}&z=${z}&x=${x}&y=${y}`;
  }

  /** The width of what is drawn, 0: not known yet. */
  get width() {
    return this.#widths.get(`${this.#shown.version} ${this.#shown.as}`) ?? 0;
  }

  #targets(/** @type {{version: number, as: string}} */ of, /** @type {Extent} */ seen) {
    /** @type {{z: number, x: number, y: number, name: string, far: number}[]} */
    const list = [];
    const width = this.#widths.get(`${of.version} ${of.as}`);
    const z = width ? Math.max(0, Math.ceil(Math.log2((width * seen.scale) / widest))) : 0;
    const each = width ? width / 2 ** z : 1;
    const left = width ? Math.max(0, Math.floor(seen.from / each)) : 0, right = width ? Math.min(2 ** z - 1, Math.floor(seen.to / each)) : 0;
    const top = Math.max(0, Math.floor(seen.top / bandRows)), bottom = Math.min(Math.floor((this.rows - 1) / bandRows), Math.floor(seen.bottom / bandRows));
    const middle = (left + right) / 2;
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) list.push({ z, x, y, name: this.#name(of, z, x, y), far: Math.abs(x - middle) + 1 });
    // A coarse one stands in for all others, and is the picture of the minimap.
    for (let y = 0; z > coarse && y <= Math.floor((this.rows - 1) / bandRows); y++) {
      list.push({ z: 0, x: 0, y, name: this.#name(of, 0, 0, y), far: 0 });
    }
    return list;
  }

  /**
   * The pieces to draw for a window, and asks for what is missing.
   * @param {Extent} seen @returns {Piece[]}
   */
  pieces(seen) {
    if (!this.key || !this.#newest) return [];
    this.#frame++;
    const newest = { version: this.#newest, as: this.#as };
    const wanted = this.#targets(newest, seen);
    const missing = wanted.filter((t) => !this.#cache.has(t.name));
    this.#ask(missing, wanted);
    const same = this.#shown.version === newest.version && this.#shown.as === newest.as;
    if (missing.length === 0 || this.#shown.version === 0) this.#shown = newest; // until then, the one before stays
    this.settled = missing.length === 0 && this.#asked.size === 0;
    const drawn = same || missing.length === 0 ? wanted : this.#targets(this.#shown, seen);
    /** @type {Piece[]} */
    const pieces = [];
    const width = this.width;
    for (const { z, x, y, name, far } of drawn) {
      if (far === 0 && z === 0) {
        const pinned = this.#cache.get(name);
        if (pinned) pinned.seen = this.#frame;
        continue; // only to stand in
      }
      const tile = this.#cache.get(name);
      if (tile) {
        tile.seen = this.#frame;
        pieces.push({ tile, from: tile.from, to: tile.to });
        continue;
      }
      // Finer ones that are there, or else the finest coarser one.
      const finer = [this.#cache.get(this.#name(this.#shown, z + 1, 2 * x, y)), this.#cache.get(this.#name(this.#shown, z + 1, 2 * x + 1, y))];
      if (finer[0] && finer[1]) {
        for (const f of finer) {
          if (!f) continue;
          f.seen = this.#frame;
          pieces.push({ tile: f, from: f.from, to: f.to });
        }
        continue;
      }
      for (let up = z - 1; up >= 0; up--) {
        const coarse = this.#cache.get(this.#name(this.#shown, up, x >> (z - up), y));
        if (!coarse) continue;
        coarse.seen = this.#frame;
        pieces.push({ tile: coarse, from: (width * x) / 2 ** z, to: (width * (x + 1)) / 2 ** z });
        break;
      }
    }
    return pieces;
  }

  /** The whole from coarse tiles, for the minimap: four of them side by side if they are there, or one. @returns {Piece[]} */
  whole() {
    /** @type {Piece[]} */
    const list = [];
    for (let y = 0; y <= Math.floor((this.rows - 1) / bandRows); y++) {
      for (let z = coarse; z >= 0; z--) {
        const tiles = Array.from({ length: 2 ** z }, (_, x) => this.#cache.get(this.#name(this.#shown, z, x, y)));
        if (!tiles.every((t) => t !== undefined)) continue;
        for (const tile of tiles) {
          tile.seen = this.#frame;
          list.push({ tile, from: tile.from, to: tile.to });
        }
        break;
      }
    }
    return list;
  }

  #ask(/** @type {{z: number, x: number, y: number, name: string, far: number}[]} */ missing, /** @type {{name: string}[]} */ wanted) {
    const names = new Set(wanted.map((t) => t.name));
    for (const [name, asked] of this.#asked) {
      if (!names.has(name)) {
        asked.abort();
        this.#asked.delete(name);
      }
    }
    if (missing.length === 0) return;
    const now = performance.now(), asking = `${wanted[0].name} ${wanted.length}`;
    if (asking !== this.#askedFor && now - this.#askedAt < quiet) {
      if (this.#soon) return;
      busy(this);
      this.#soon = window.setTimeout(() => {
        this.#soon = 0;
        idle(this);
        this.to.changed();
      }, quiet);
      return;
    }
    this.#askedFor = asking;
    this.#askedAt = now;
    missing.sort((a, b) => a.far - b.far);
    for (const t of missing) {
      if (this.#asked.size >= mostRequests) return;
      if (this.#asked.has(t.name) || now - (this.#failed.get(t.name) ?? -Infinity) < retryAfter) continue;
      this.#fetch(t.name, t.z, t.x, t.y);
    }
  }

  async #fetch(/** @type {string} */ name, /** @type {number} */ z, /** @type {number} */ x, /** @type {number} */ y) {
    const asked = new AbortController(), as = this.#as, before = this.#before;
    this.#asked.set(name, asked);
    busy(asked);
    try {
      const answer = await fetch(under(`/runs/${encodeURIComponent(this.key)}/map/tiles?${name.replace(/^v=\d+/, `v=${this.#newest - before}`)}`), { signal: asked.signal });
      if (answer.status === 404) {
        this.gone = true; // the search has left this version behind
        this.#failed.set(name, performance.now());
        return;
      }
      if (!answer.ok) throw new Error(((await answer.json().catch(() => null)) ?? {}).detail ?? `The server answers with status ${answer.status}.`);
      const tile = new Tile(await answer.arrayBuffer(), z, x, y);
      if (asked.signal.aborted) return;
      tile.seen = this.#frame;
      this.#cache.set(name, tile);
      this.#bytes += tile.buffer.byteLength;
      this.#widths.set(`${tile.version + before} ${as}`, tile.width);
      this.#evict();
    } catch (error) {
      if (asked.signal.aborted) return;
      this.#failed.set(name, performance.now());
      setTimeout(() => this.to.changed(), retryAfter + 50);
      this.to.failed(`A part of the map has not come: ${error instanceof Error ? error.message : error}`);
    } finally {
      if (this.#asked.get(name) === asked) this.#asked.delete(name);
      idle(asked);
      if (!asked.signal.aborted) this.to.changed();
    }
  }

  /** Drops what was drawn longest ago. */
  #evict() {
    if (this.#bytes <= mostBytes) return;
    const old = [...this.#cache].sort((a, b) => a[1].seen - b[1].seen);
    for (const [name, tile] of old) {
      if (this.#bytes <= mostBytes / 2 || tile.seen >= this.#frame) return;
      this.#cache.delete(name);
      this.#bytes -= tile.buffer.byteLength;
      this.to.dropped(tile);
    }
  }
}
