import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { outliveReaders } from '../../src/kit/closed-outputs.ts';
import { freePort } from '../support/server-programs.ts';
import { buildService, root, withFolder } from '../support/service-process.ts';

const MAIN = join(root, 'dist', 'main.js');
/** Longer than request lines are collected. */
const WRITTEN_MS = 500;
/** Milliseconds for a whole start and stop while other tests run. */
const TEST_MS = 180_000;

beforeAll(() => buildService(), TEST_MS);

type Output = 'pipe' | number;

/** The service with an output of its own; `stop` gives its exit code. */
async function startWith(folder: string, output: Output) {
  const port = await freePort();
  const settings = { PORT: String(port), DATA_DIR: join(folder, 'data'), DRAIN_MS: '0' };
  const child = spawn(process.execPath, [MAIN], {
    cwd: folder,
    env: { PATH: process.env.PATH, DEMO: 'false', ...settings },
    stdio: ['ignore', output, output],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => null,
    );
  // Other processes start in real time.
  while ((await statusOf('/readyz')) !== 200) await pause(50);
  const stop = () => {
    child.kill('SIGINT');
    return ended;
  };
  return { child, statusOf, stop };
}

describe('an output that can’t be written', () => {
  it(
    'keeps the service neither from running nor from stopping cleanly if its reader has ended',
    () =>
      withFolder(async (folder) => {
        const { child, statusOf, stop } = await startWith(folder, 'pipe');
        child.stdout?.destroy();
        child.stderr?.destroy();
        expect(await statusOf('/nothing')).toBe(404);
        await pause(WRITTEN_MS);
        expect(await statusOf('/readyz')).toBe(200);
        expect(await stop()).toBe(0);
      }),
    TEST_MS,
  );

  it(
    'nor if the disk of its file is full',
    () =>
      withFolder(async (folder) => {
        const full = await open('/dev/full', 'w');
        const { statusOf, stop } = await startWith(folder, full.fd);
        expect(await statusOf('/nothing')).toBe(404);
        await pause(WRITTEN_MS);
        expect(await statusOf('/readyz')).toBe(200);
        expect(await stop()).toBe(0);
        await full.close();
      }),
    TEST_MS,
  );

  it('ends a command only if its result is lost', () => {
    const before = process.stdout.listeners('error');
    outliveReaders();
    const fail = (code: string) =>
      process.stdout.emit('error', Object.assign(new Error(code), { code }));
    expect(fail('EPIPE')).toBe(true);
    expect(fail('EIO')).toBe(true);
    expect(() => fail('ENOSPC')).toThrow('ENOSPC');
    for (const output of [process.stdout, process.stderr]) {
      for (const listener of output.listeners('error')) {
        if (!before.includes(listener)) output.off('error', listener as () => void);
      }
    }
  });
});

/** A service that has logged lines, and logs one more during its stop. */
const LATE_LINE = `
const { stopOnSignals } = await import('./dist/signals.js');
const { standardOutput } = await import('./dist/gateway/request-log.js');
const { outliveOutputs } = await import('./dist/kit/closed-outputs.js');
outliveOutputs();
const log = standardOutput();
for (let at = 0; at < Number(process.env.LINES); at += 1) log.stream.write('x'.repeat(99) + '\\n');
const stop = async () => {
  log.stream.write('a request\\n');
  await log.finish();
};
stopOnSignals({ drainMs: 0, stopsOnHangup: false, stop, onError: () => {} });
setTimeout(() => process.kill(process.pid, 'SIGTERM'), 100);
setTimeout(() => {}, 30_000);
`;

function startLogging(lines: number) {
  const env = { PATH: process.env.PATH, LINES: String(lines) };
  const args = ['--input-type=module', '-e', LATE_LINE];
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('a stop', () => {
  it.each([0, 5_000])('writes all lines to a pipe, %i of them before', async (lines) => {
    const printed = (await text(startLogging(lines).stdout)).split('\n');
    expect(printed.filter((line) => line.startsWith('x'))).toHaveLength(lines);
    expect(printed.slice(-3)).toEqual(['a request', 'stopped', '']);
  });

  it('ends although its last line can’t be written, because the reader has ended', async () => {
    const child = startLogging(0);
    child.stdout.destroy();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends although the pipe is full, because the reader reads nothing', async () => {
    const child = startLogging(20_000);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
