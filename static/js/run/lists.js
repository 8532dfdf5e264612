// Lists of whole numbers that grow, in typed arrays: a number takes four bytes, and
// millions of them no time of the garbage collector. No DOM here.

/** How many lists have been made. */
let made = 0;

/**
 * A list of whole numbers. To grow it is copied into an array of twice the size. Lists that get as many numbers
 * each do so at different lengths, so that a message makes few of them grow.
 * @template {Uint8Array | Uint16Array | Int32Array} T
 */
class List {
  length = 0;
  /** Its first array has 64 elements, or up to twice as many: the fractions of the golden ratio's multiples are far apart. */
  #first = Math.floor(64 * 2 ** ((made++ * 0.618034) % 1));

  /** @param {(size: number) => T} make  an array of zeroes */
  constructor(make) {
    this.make = make;
    this.data = make(this.#first);
  }

  /** @param {number} n */
  push(n) {
    this.reserve(this.length + 1);
    this.data[this.length++] = n;
  }

  /** @param {T} list */
  add(list) {
    this.reserve(this.length + list.length);
    this.data.set(list, this.length);
    this.length += list.length;
  }

  /** Makes room for `size` numbers. @param {number} size */
  reserve(size) {
    if (size <= this.data.length) return;
    const old = this.data;
    this.data = this.make(this.#first * 2 ** Math.ceil(Math.log2(size / this.#first)));
    this.data.set(old);
  }

  /** The numbers so far. */
  get view() {
    return /** @type {T} */ (this.data.subarray(0, this.length));
  }
}

/** Numbers from -2³¹ to 2³¹ - 1. @extends {List<Int32Array>} */
export class Ints extends List {
  constructor() {
    super((size) => new Int32Array(size));
  }
}

/** Numbers from 0 to 65,535. @extends {List<Uint16Array>} */
export class Shorts extends List {
  constructor() {
    super((size) => new Uint16Array(size));
  }
}

/** Numbers from 0 to 255. @extends {List<Uint8Array>} */
export class Bytes extends List {
  constructor() {
    super((size) => new Uint8Array(size));
  }
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
