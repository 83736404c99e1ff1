import { inflateSync } from 'node:zlib';

// https://www.w3.org/TR/WOFF: bytes.
const HEADER = 44;
const ENTRY = 20;
// Of the font inside: https://learn.microsoft.com/typography/opentype/spec/otff.
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;
const ALIGNMENT = 4;

/**
 * The font inside a WOFF file. Readers that take WOFF itself inflate a table each time they need it,
 * which costs seconds with thousands of glyphs.
 *
 * @param {Buffer} woff
 * @returns {Buffer}
 */
export function unwrapWoff(woff) {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => readTable(woff, index));
  let offset = SFNT_HEADER + SFNT_ENTRY * count;
  const entries = tables.map(({ tag, checksum, data }) => {
    const entry = Buffer.alloc(SFNT_ENTRY);
    entry.write(tag, 0, 'latin1');
    entry.writeUInt32BE(checksum, 4);
    entry.writeUInt32BE(offset, 8);
    entry.writeUInt32BE(data.length, 12);
    offset += padded(data.length);
    return entry;
  });
  const bodies = tables.flatMap(({ data }) => [
    data,
    Buffer.alloc(padded(data.length) - data.length),
  ]);
  return Buffer.concat([sfntHeader(woff.readUInt32BE(4), count), ...entries, ...bodies]);
}

function readTable(woff, index) {
  const at = HEADER + ENTRY * index;
  const offset = woff.readUInt32BE(at + 4);
  const packed = woff.readUInt32BE(at + 8);
  const body = woff.subarray(offset, offset + packed);
  return {
    tag: woff.toString('latin1', at, at + 4),
    checksum: woff.readUInt32BE(at + 16),
    data: packed === woff.readUInt32BE(at + 12) ? body : inflateSync(body),
  };
}

function sfntHeader(flavor, count) {
  const header = Buffer.alloc(SFNT_HEADER);
  const power = Math.floor(Math.log2(count));
  header.writeUInt32BE(flavor, 0);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(SFNT_ENTRY * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(SFNT_ENTRY * (count - 2 ** power), 10);
  return header;
}

function padded(length) {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
