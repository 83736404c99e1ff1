import type { LoadOptions, LoadResult } from './load.ts';
import { runApart } from './run-apart.ts';

/**
 * Like `runLoad`, in a separate process, so that the generator doesn't compete with the server's
 * thread.
 */
export function runLoadApart(options: LoadOptions): Promise<LoadResult> {
  const requests = options.requests.map((request) => request.toString('base64'));
  return runApart('load-process.ts', { input: JSON.stringify({ ...options, requests }) });
}
