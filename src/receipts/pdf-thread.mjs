// Plain JavaScript, because a worker thread starts the same from the sources and from the build.
import { parentPort } from 'node:worker_threads';
import { drawReceipt } from './draw-receipt.mjs';

parentPort?.on('message', async ({ id, sheet }) => {
  try {
    parentPort?.postMessage({ id, pdf: await drawReceipt(sheet) });
  } catch (error) {
    parentPort?.postMessage({ id, failure: String(error?.stack ?? error) });
  }
});
