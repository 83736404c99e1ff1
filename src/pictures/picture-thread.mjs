// Plain JavaScript, so that the worker thread starts the same way from the sources and the build.
// Decodes one picture and ends, which frees whatever a hostile one leaves in a codec's memory.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import resize, { initResize } from '@jsquash/resize';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js';
import { disableTypes, imageSize, types } from 'image-size';
import { frameSize, hasManyScans } from './frame-size.mjs';

/** Maximum pixels of an original: each takes 4 bytes in several copies. */
const MAX_PIXELS = 4_000_000;
/** Maximum pixels of the served picture's longer side. */
const MAX_SIDE = 1_600;
const QUALITY = 82;
const KINDS = {
  jpg: ['@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm', initJpeg, decodeJpeg],
  png: ['@jsquash/png/codec/pkg/squoosh_png_bg.wasm', initPng, decodePng],
  webp: ['@jsquash/webp/codec/dec/webp_dec.wasm', initWebp, decodeWebp],
};

// The codecs are written for browsers.
globalThis.ImageData ??= class ImageData {
  constructor(data, width, height) {
    Object.assign(this, { data, width, height });
  }
};
disableTypes(types.filter((type) => !Object.hasOwn(KINDS, type)));

parentPort?.postMessage(await encode(workerData));

async function encode(original) {
  const { type, ...size } = imageSize(original);
  const { width, height } = type === 'jpg' ? frameSize(original) : size;
  // Checked before decoding: a small file can expand to gigabytes.
  if (!(width > 0 && height > 0 && width * height <= MAX_PIXELS)) return null;
  if (type === 'jpg' && hasManyScans(original)) return null;
  const [codec, init, decode] = KINDS[type];
  await init(load(codec));
  const image = shrunk(await decode(bufferOf(original), { preserveOrientation: true }));
  await initEncoder(load('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));
  const { width: shown, height: tall } = await image;
  const content = new Uint8Array(await encodeWebp(await image, { quality: QUALITY }));
  return { content, width: shown, height: tall };
}

async function shrunk(image) {
  const scale = MAX_SIDE / Math.max(image.width, image.height);
  if (scale >= 1) return image;
  await initResize(load('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'));
  const side = (pixels) => Math.max(1, Math.round(pixels * scale));
  const size = { width: side(image.width), height: side(image.height) };
  // The simplest method, which takes the least time and memory.
  return resize(image, { ...size, method: 'triangle', linearRGB: false });
}

function bufferOf({ buffer, byteOffset, byteLength }) {
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

function load(path) {
  const { resolve } = createRequire(import.meta.url);
  return new WebAssembly.Module(readFileSync(resolve(path)));
}
