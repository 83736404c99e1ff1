import type { LoadOptions, LoadResult } from './load.ts';
import { runApart } from './run-apart.ts';

/** As `runLoad`, in a process of its own: the generator takes nothing of the server's thread. */
export function runLoadApart(options: LoadOptions): Promise<LoadResult> {
  const requests = options.requests.map((request) => request.toString('base64'));
  return runApart('load-process.ts', { input: JSON.stringify({ ...options, requests }) });
}
