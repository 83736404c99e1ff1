import type { Client, Dispatcher } from 'undici';
import { decodeStart, KEPT_ANSWER_BYTES } from './read-start.ts';

/** What is posted. */
export interface PostMessage {
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A status that arrived, and the start of what came with it. */
export interface Answer {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  readonly start: string;
  /** Read to its end: the connection can take another request. */
  readonly isWhole: boolean;
}

/** Statuses below are interim: the answer is still to come. */
const FIRST_FINAL_STATUS = 200;

/**
 * One request and its answer, of which 4 KB are read and nothing is decompressed. Once the status has
 * arrived, the end of the connection or of the time only ends the text. Throws when no status comes.
 */
export function exchange(
  client: Client,
  { path, headers, body }: PostMessage,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let status: { readonly statusCode: number; readonly retryAfter: string | undefined } | null;
    status = null;
    const abort = () => void client.destroy().catch(() => {});
    const end = (isWhole: boolean, error?: Error) => {
      signal.removeEventListener('abort', abort);
      if (status === null) reject(error ?? new Error('The answer ended before its status'));
      else resolve({ ...status, start: decodeStart(chunks), isWhole });
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart: (_controller, statusCode, answerHeaders) => {
        if (statusCode < FIRST_FINAL_STATUS) return;
        const retryAfter = answerHeaders['retry-after'];
        status = {
          statusCode,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        };
      },
      onResponseData: (_controller, chunk) => {
        if (length >= KEPT_ANSWER_BYTES) return;
        chunks.push(chunk);
        length += chunk.length;
        if (length >= KEPT_ANSWER_BYTES) end(false);
      },
      onResponseEnd: () => end(true),
      onResponseError: (_controller, error) => end(false, error),
    };
    if (signal.aborted) return end(false, signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    client.dispatch({ method: 'POST', path, headers, body }, handler);
  });
}
