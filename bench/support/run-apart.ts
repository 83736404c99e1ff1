import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const TSX = join(import.meta.dirname, '../../node_modules/tsx/dist/cli.mjs');

/** Runs a file of this folder in its own process; returns the JSON it prints. */
export async function runApart<Printed>(
  name: string,
  { input = '', env = {} }: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Printed> {
  const child = spawn(process.execPath, [TSX, join(import.meta.dirname, name)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  child.stdin.end(input);
  return JSON.parse(await text(child.stdout));
}
