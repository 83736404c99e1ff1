import { Worker } from 'node:worker_threads';
import type { ReceiptSheet } from './receipt-sheet.ts';

/** Milliseconds for one receipt; the first loads the fonts. */
const TIMEOUT_MS = 60_000;

export interface PdfPrinter {
  /** The receipt as a PDF. Throws when it could not be made. */
  print(sheet: ReceiptSheet): Promise<Buffer>;
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
 * Makes PDFs in a thread of its own, so that no request waits for fonts and glyphs. The thread
 * begins with the first receipt and keeps nothing alive; one that fails is replaced by the next.
 */
export function createPdfPrinter(): PdfPrinter {
  let thread: Worker | null = null;
  let last = 0;
  const waiting = new Map<number, Waiting>();

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
    started.on('exit', () => failAll(new Error('The thread of receipts ended'), started));
    return started;
  };

  return {
    print: (sheet) => {
      thread ??= start();
      const current = thread;
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          // What hangs would hold up every receipt after it.
          failAll(new Error('A receipt took too long'), current);
          void current.terminate();
        }, TIMEOUT_MS);
        waiting.set(id, { resolve, reject, timer });
        current.ref();
        current.postMessage({ id, sheet });
      });
    },
  };
}
