import { Worker } from 'node:worker_threads';
import type { EncodedPicture } from '../contract/pictures.ts';
import { createBoundedQueue } from '../kit/bounded-queue.ts';

/** Milliseconds for one picture, from the start of its thread on. */
const TIMEOUT_MS = 30_000;
/** Of the thread's JavaScript; what the codecs hold is bounded by the pixels. */
const MAX_HEAP_MB = 64;

/**
 * Re-encodes pictures, one after the other, each in a thread of its own: its memory is free
 * afterwards, whatever was sent.
 */
export function createPictureEncoder() {
  const inTurn = createBoundedQueue({ running: 1, waiting: 8, retryAfterS: 5 });
  return (original: Uint8Array) => inTurn(() => encode(original));
}

/** Null: the thread found no picture, or none that it could read within time and memory. */
function encode(original: Uint8Array): Promise<EncodedPicture | null> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./picture-thread.mjs', import.meta.url), {
      workerData: original,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      // What a codec says about a broken picture is nobody's business.
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
