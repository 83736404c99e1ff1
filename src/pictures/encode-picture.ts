import { Worker } from 'node:worker_threads';
import type { EncodedPicture } from '../contract/pictures.ts';
import { createBoundedQueue } from '../kit/bounded-queue.ts';

/** Milliseconds for one picture, including the start of its thread. */
const TIMEOUT_MS = 30_000;
/** Heap limit of the thread; the codecs' memory is limited by the pixels. */
const MAX_HEAP_MB = 64;

/**
 * Re-encodes pictures, one after the other, those of merchants in rotation, each in a thread of its
 * own: its memory is free afterwards, whatever was sent.
 */
export function createPictureEncoder() {
  const inTurn = createBoundedQueue({ running: 1, waiting: 8, retryAfterS: 5 });
  return (original: Uint8Array, merchantId: string) => inTurn(() => encode(original), merchantId);
}

/** Null if the thread found no picture, or couldn't decode it within time and memory. */
function encode(original: Uint8Array): Promise<EncodedPicture | null> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./picture-thread.mjs', import.meta.url), {
      workerData: original,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      // Discards codecs' output about broken pictures.
      stdout: true,
      stderr: true,
    });
    const timer = setTimeout(() => end(null), TIMEOUT_MS);
    const end = (picture: EncodedPicture | null) => {
      clearTimeout(timer);
      void thread.terminate();
      resolve(picture);
    };
    thread.on('message', end);
    thread.on('error', () => end(null));
    thread.on('exit', () => end(null));
  });
}
