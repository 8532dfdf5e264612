// A message of packed steps, as the server makes it (trace/steps.go): columns of numbers,
// which are read in place. No DOM here.

/** What begins a message of this form. */
const form = 1;
/** Bytes before the columns. */
const head = 32;

/**
 * @typedef {object} PackedSteps
 * @property {string} id          the run
 * @property {number} from        the number of the first step
 * @property {number} count       steps
 * @property {Int32Array} node    of each step
 * @property {Int32Array} changeAt   the steps of the changes of nodes, in order
 * @property {Int32Array} changeNode
 * @property {Int32Array} changeBits
 * @property {Int32Array} changeText
 * @property {Int32Array} extraAt    the steps of the extras, in order
 * @property {Int32Array} extra
 * @property {Uint32Array} textEnd   where each text ends in `texts`
 * @property {Uint16Array} line      of each step
 * @property {Uint8Array} kind       of each step: type | size << 4
 * @property {Uint8Array} texts      in UTF-8
 */

/** Reads a message; pure. @param {ArrayBuffer} message @returns {PackedSteps} */
export function packedSteps(message) {
  const [version, from, count, changes, extras, texts, bytes, id] = new Uint32Array(message, 0, head / 4);
  if (version !== form) throw new Error(`form ${version}`);
  let at = head;
  /** @template T @param {{new (buffer: ArrayBuffer, from: number, length: number): T, BYTES_PER_ELEMENT: number}} Column @param {number} length */
  const column = (Column, length) => {
    const from = at;
    at += length * Column.BYTES_PER_ELEMENT;
    return new Column(message, from, length);
  };
  return {
    from, count,
    node: column(Int32Array, count),
    changeAt: column(Int32Array, changes),
    changeNode: column(Int32Array, changes),
    changeBits: column(Int32Array, changes),
    changeText: column(Int32Array, changes),
    extraAt: column(Int32Array, extras),
    extra: column(Int32Array, extras),
    textEnd: column(Uint32Array, texts),
    line: column(Uint16Array, count),
    kind: column(Uint8Array, count),
    texts: column(Uint8Array, bytes),
    id: new TextDecoder().decode(column(Uint8Array, id)),
  };
}
