import type { Client, Dispatcher } from 'undici';
import { decodeStart, KEPT_ANSWER_BYTES } from './read-start.ts';

/** A message to post. */
export interface PostMessage {
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A response's status and the start of its body. */
export interface Answer {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  readonly start: string;
  /** The body was read completely, so the connection can be reused. */
  readonly isWhole: boolean;
}

/** Statuses below this one are interim; the final response follows. */
const FIRST_FINAL_STATUS = 200;

/**
 * Sends one request and reads up to 4 KB of the response without decompressing it. Once the status
 * has arrived, a closed connection or a timeout only truncates the body. Throws if no status
 * arrives.
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
