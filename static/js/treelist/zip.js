// Writes a ZIP archive. Its files are stored, not compressed: they are short.

/** CRC-32 of each byte, as ZIP and PNG use it. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** @param {Uint8Array} data */
function checksum(data) {
  let crc = 0xffffffff;
  for (const byte of data) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Numbers of two and four bytes, the lowest byte first.
 * @param {[number, 2 | 4][]} numbers
 */
function bytes(numbers) {
  const list = numbers.flatMap(([n, size]) => Array.from({ length: size }, (_, i) => (n >>> (8 * i)) & 0xff));
  return Uint8Array.from(list);
}

/**
 * @param {{name: string, text: string}[]} files @param {Date} time  that they are said to be of
 * @returns {Blob}
 */
export function zip(files, time) {
  const encoder = new TextEncoder(), utf8 = 1 << 11, version = 20;
  const day = ((time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
  const clock = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [], directory = [];
  let at = 0;
  for (const file of files) {
    const name = encoder.encode(file.name), data = encoder.encode(file.text);
    /** @type {[number, 2 | 4][]} what is at the file and in the directory */
    const both = [[version, 2], [utf8, 2], [0, 2], [clock, 2], [day, 2], [checksum(data), 4], [data.length, 4], [data.length, 4], [name.length, 2], [0, 2]];
    const head = bytes([[0x04034b50, 4], ...both]);
    parts.push(head, name, data);
    directory.push(bytes([[0x02014b50, 4], [version, 2], ...both, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]), name);
    at += head.length + name.length + data.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = bytes([[0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [at, 4], [0, 2]]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}
