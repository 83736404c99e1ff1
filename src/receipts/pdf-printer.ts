import { Worker } from 'node:worker_threads';
import { createBoundedQueue } from '../kit/bounded-queue.ts';
import type { ReceiptSheet } from './receipt-sheet.ts';

/** Milliseconds for one receipt; the first loads the fonts. */
const TIMEOUT_MS = 60_000;
/** Receipts that may wait, in total. */
export const MAX_WAITING = 20;

export interface PdfPrinter {
  /**
   * The receipt as a PDF. Throws if it can't be rendered. With `who`, one receipt is rendered at a
   * time, callers take turns, and `BusyError` is thrown while too many wait.
   */
  print(sheet: ReceiptSheet, who?: string): Promise<Buffer>;
}

interface Waiting {
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

type Message =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly failure: string };

/**
 * Renders PDFs in a separate thread, so that no request waits for fonts and glyphs. The thread
 * starts with the first receipt and doesn't keep the process alive; a failed thread is replaced for
 * the next receipt.
 */
export function createPdfPrinter(): PdfPrinter {
  let thread: Worker | null = null;
  let last = 0;
  const waiting = new Map<number, Waiting>();
  const inTurn = createBoundedQueue({ running: 1, waiting: MAX_WAITING, retryAfterS: 5 });

  const settle = (id: number): Waiting | undefined => {
    const found = waiting.get(id);
    clearTimeout(found?.timer);
    waiting.delete(id);
    if (waiting.size === 0) thread?.unref();
    return found;
  };
  const failAll = (error: Error, failed: Worker) => {
    if (thread !== failed) return;
    thread = null;
    for (const id of [...waiting.keys()]) settle(id)?.reject(error);
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./pdf-thread.mjs', import.meta.url));
    started.on('message', (message: Message) => {
      const found = settle(message.id);
      if ('pdf' in message) found?.resolve(Buffer.from(message.pdf));
      else found?.reject(new Error(`A receipt could not be drawn: ${message.failure}`));
    });
    started.on('error', (error) => failAll(error, started));
    started.on('exit', () => failAll(new Error('The receipt thread exited'), started));
    return started;
  };

  const draw = (sheet: ReceiptSheet): Promise<Buffer> => {
    thread ??= start();
    const current = thread;
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // A hanging thread would block every later receipt.
        failAll(new Error('A receipt took too long'), current);
        void current.terminate();
      }, TIMEOUT_MS);
      waiting.set(id, { resolve, reject, timer });
      current.ref();
      current.postMessage({ id, sheet });
    });
  };
  // Mails need few at a time, so they are never refused.
  const print = (sheet: ReceiptSheet, who?: string) =>
    who === undefined ? draw(sheet) : inTurn(() => draw(sheet), who);
  return { print };
}
