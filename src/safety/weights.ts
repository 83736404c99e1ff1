import { crc32 } from 'node:zlib';
import { MODEL_CATEGORIES } from './categories.ts';
import { BUCKETS } from './features.ts';

/** A category's parameters in addition to its weights, in log-odds. */
export interface CategoryHead {
  readonly bias: number;
  /** Log-odds of one step of a quantized weight. */
  readonly scale: number;
  readonly reviewAt: number;
  readonly blockAt: number;
}

/** A linear model: one head per category of `MODEL_CATEGORIES`, weights bucket by bucket. */
export interface Weights {
  /** A checksum of the training inputs (`safety/training.ts`). */
  readonly origin: number;
  readonly heads: readonly CategoryHead[];
  /** `weights[bucket * heads.length + category]`. */
  readonly weights: Int8Array;
}

/*
 * File: magic, CRC-32 of all that follows, category count, bucket count, origin, heads (four
 * float32 each), weights (int8). Little-endian.
 */
const MAGIC = 0x32574754;
const HEAD_BYTES = 16;
const ORIGIN_AT = 16;
const HEADS_AT = 20;

/** Encodes the weights as a file. */
export function encodeWeights({ origin, heads, weights }: Weights): Uint8Array {
  const weightsAt = HEADS_AT + heads.length * HEAD_BYTES;
  const bytes = new Uint8Array(weightsAt + weights.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(8, heads.length, true);
  view.setUint32(12, BUCKETS, true);
  view.setUint32(ORIGIN_AT, origin, true);
  for (const [number, head] of heads.entries()) {
    const values = [head.bias, head.scale, head.reviewAt, head.blockAt];
    for (const [place, value] of values.entries()) {
      view.setFloat32(HEADS_AT + number * HEAD_BYTES + place * 4, value, true);
    }
  }
  bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), weightsAt);
  view.setUint32(4, crc32(bytes.subarray(8)), true);
  return bytes;
}

/** Decodes a weights file. Throws unless it is exactly as written. */
export function decodeWeights(bytes: Uint8Array): Weights {
  const count = MODEL_CATEGORIES.length;
  const weightsAt = HEADS_AT + count * HEAD_BYTES;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length !== weightsAt + count * BUCKETS) throw new Error('weights: wrong length');
  if (view.getUint32(0, true) !== MAGIC) throw new Error('weights: not a weights file');
  if (view.getUint32(4, true) !== crc32(bytes.subarray(8))) throw new Error('weights: damaged');
  if (view.getUint32(8, true) !== count || view.getUint32(12, true) !== BUCKETS) {
    throw new Error('weights: made for another version');
  }
  const heads = MODEL_CATEGORIES.map((_, number) => {
    const value = (place: number) =>
      view.getFloat32(HEADS_AT + number * HEAD_BYTES + place * 4, true);
    return { bias: value(0), scale: value(1), reviewAt: value(2), blockAt: value(3) };
  });
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset + weightsAt, count * BUCKETS);
  return { origin: view.getUint32(ORIGIN_AT, true), heads, weights };
}
