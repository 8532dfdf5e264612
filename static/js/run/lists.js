// Lists of whole numbers that grow, in typed arrays: a number takes four bytes, and
// millions of them no time of the garbage collector. No DOM here.

/** A list of numbers from -2³¹ to 2³¹ - 1. */
export class Ints {
  length = 0;
  data = new Int32Array(64);

  /** @param {number} n */
  push(n) {
    this.reserve(this.length + 1);
    this.data[this.length++] = n;
  }

  /** @param {Int32Array} list */
  add(list) {
    this.reserve(this.length + list.length);
    this.data.set(list, this.length);
    this.length += list.length;
  }

  /** Makes room for so many numbers. @param {number} size */
  reserve(size) {
    if (size > this.data.length) this.data = grown(this.data, new Int32Array(capacity(size)));
  }

  /** The numbers so far. */
  get view() {
    return this.data.subarray(0, this.length);
  }
}

/** The last number of each key, by hashing: a Map of as many entries takes several times as much. Keys are at least -1. */
export class LastOf {
  #size = 0;
  #keys = new Int32Array(64); // 0: free
  #values = new Int32Array(64);

  /** The place of a key as it is kept, or where it would be. @param {number} key */
  #place(key) {
    const mask = this.#keys.length - 1;
    let i = Math.imul(key, 0x9e3779b1) >>> 7 & mask;
    while (this.#keys[i] !== 0 && this.#keys[i] !== key) i = (i + 1) & mask;
    return i;
  }

  /** The number of a key; -1: none. @param {number} key */
  get(key) {
    const i = this.#place((key + 2) | 0);
    return this.#keys[i] === 0 ? -1 : this.#values[i];
  }

  /** Sets the number of a key; returns the one before it, or -1. @param {number} key @param {number} value */
  set(key, value) {
    const own = (key + 2) | 0; // a number that is not 0
    let i = this.#place(own);
    if (this.#keys[i] !== 0) {
      const before = this.#values[i];
      this.#values[i] = value;
      return before;
    }
    if (2 * ++this.#size > this.#keys.length) {
      this.#spread();
      i = this.#place(own);
    }
    this.#keys[i] = own;
    this.#values[i] = value;
    return -1;
  }

  #spread() {
    const keys = this.#keys, values = this.#values;
    this.#keys = new Int32Array(2 * keys.length);
    this.#values = new Int32Array(2 * keys.length);
    for (let k = 0; k < keys.length; k++) {
      if (keys[k] === 0) continue;
      const i = this.#place(keys[k]);
      this.#keys[i] = keys[k];
      this.#values[i] = values[k];
    }
  }
}

/** A size of an array for so many elements that may become more: twice as many at most. @param {number} size */
export const capacity = (size) => 1 << (32 - Math.clz32(Math.max(64, size) - 1));

/** @template {Uint8Array | Uint16Array | Int32Array} T @param {T} old @param {T} wide */
export function grown(old, wide) {
  wide.set(old);
  return wide;
}

/**
 * The index of the last entry that is at most t, -1 if there is none.
 * @param {ArrayLike<number>} sorted @param {number} t
 */
export function lastAtOrBefore(sorted, t) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
