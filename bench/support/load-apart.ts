import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LoadOptions, LoadResult } from './load.ts';

const TSX = join(import.meta.dirname, '../../node_modules/tsx/dist/cli.mjs');

/** As `runLoad`, in a process of its own: the generator takes nothing of the server's thread. */
export async function runLoadApart(options: LoadOptions): Promise<LoadResult> {
  const file = join(import.meta.dirname, 'load-process.ts');
  const child = spawn(process.execPath, [TSX, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const requests = options.requests.map((request) => request.toString('base64'));
  child.stdin.end(JSON.stringify({ ...options, requests }));
  return JSON.parse(await text(child.stdout));
}
