import { deflateSync } from 'node:zlib';

/** A PNG of one color; each size gives a different picture. */
export function png(width: number, height: number): Buffer {
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, 0x66)]);
  const pixels = Buffer.concat(Array.from({ length: height }, () => line));
  return pngOf(width, height, deflateSync(pixels));
}

/** A PNG of a few bytes that claims to be 60,000 pixels on each side. */
export function hugePng(): Buffer {
  return pngOf(60_000, 60_000, deflateSync(Buffer.alloc(1_000)));
}

/** A truncated PNG. */
export function brokenPng(): Buffer {
  return png(40, 40).subarray(0, 60);
}

/** A PNG with its location in the metadata. */
export function pngWithPlace(): Buffer {
  const whole = png(6, 6);
  // The signature and the header come first.
  const [head, rest] = [whole.subarray(0, 33), whole.subarray(33)];
  return Buffer.concat([head, chunk('tEXt', Buffer.from('Comment\0GPS 52.5N')), rest]);
}

function pngOf(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each of three colors.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** CRC as PNG defines it; `zlib.crc32` requires a version later than Node.js 20.18. */
function crc32(bytes: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}
