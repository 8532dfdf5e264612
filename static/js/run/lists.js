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

  /** Makes room for `size` numbers. @param {number} size */
  reserve(size) {
    if (size > this.data.length) this.data = grown(this.data, new Int32Array(capacity(size)));
  }

  /** The numbers so far. */
  get view() {
    return this.data.subarray(0, this.length);
  }
}

/** Returns the capacity of an array for `size` elements: the next power of two, 64 at least. @param {number} size */
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
