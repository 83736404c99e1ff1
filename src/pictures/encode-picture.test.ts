import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import encodeJpeg, { init } from '@jsquash/jpeg/encode.js';
import { imageSize } from 'image-size';
import { beforeAll, expect, it } from 'vitest';
import { createPictureEncoder } from './encode-picture.ts';

const encode = createPictureEncoder();
/** Start of a frame of 16 by 16 pixels. */
const SMALL_FRAME = Buffer.from('ffc0001108001000100301220002110103110100', 'hex');

beforeAll(async () => {
  const codec = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm');
  await init(new WebAssembly.Module(readFileSync(codec)));
});

async function jpeg(width: number, height: number): Promise<Buffer> {
  const data = new Uint8ClampedArray(width * height * 4).fill(0x66);
  const image = { data, width, height } as unknown as ImageData;
  return Buffer.from(await encodeJpeg(image, { progressive: false }));
}

/** A picture of 4.2 megapixels with its frame first, and what follows. */
async function reordered(): Promise<[start: Buffer, rest: Buffer]> {
  const original = await jpeg(2_100, 2_000);
  const at = original.indexOf(Buffer.from([0xff, 0xc0]));
  const end = at + 2 + original.readUInt16BE(at + 2);
  const start = Buffer.concat([original.subarray(0, 2), original.subarray(at, end)]);
  return [start, Buffer.concat([original.subarray(2, at), original.subarray(end)])];
}

/**
 * The same with a fill byte, behind which image-size takes marker and length for a length: there, in
 * a comment, is a small frame.
 */
async function disguised(): Promise<Buffer> {
  const [start, rest] = await reordered();
  const comment = Buffer.alloc(65_000);
  comment.set([0xff, 0xfe]);
  comment.writeUInt16BE(comment.length - 2, 2);
  const first = 2 + rest.readUInt16BE(2);
  comment.set(SMALL_FRAME, rest.readUInt16BE(1) + 1 - first);
  const [head, tail] = [rest.subarray(0, first), rest.subarray(first)];
  return Buffer.concat([start, Buffer.of(0xff), head, comment, tail]);
}

it('reads a JPEG', async () => {
  expect(await encode(await jpeg(300, 200), '')).toMatchObject({ width: 300, height: 200 });
});

it('takes the size from the frame that is decoded, wherever others stand', async () => {
  const bytes = await disguised();
  expect(imageSize(bytes)).toMatchObject({ width: 16, height: 16 });
  expect(await encode(bytes, '')).toBeNull();
});

/** A progressive JPEG whose last scan is repeated. */
async function withScans(count: number): Promise<Buffer> {
  const data = new Uint8ClampedArray(64 * 64 * 4).fill(0x66);
  const image = { data, width: 64, height: 64 } as unknown as ImageData;
  const whole = Buffer.from(await encodeJpeg(image, { progressive: true }));
  const bytes = whole.subarray(0, -2);
  const last = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])));
  return Buffer.concat([bytes, ...Array<Buffer>(count).fill(last), whole.subarray(-2)]);
}

it('refuses a JPEG of more scans than encoders write, each of which costs a pass', async () => {
  expect(await encode(await withScans(20), '')).toMatchObject({ width: 64, height: 64 });
  expect(await encode(await withScans(100), '')).toBeNull();
});
