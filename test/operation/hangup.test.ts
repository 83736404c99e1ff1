import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { needs } from '../support/needs.ts';
import { buildService, root, startService } from '../support/service-process.ts';

const MAIN = `'${process.execPath}' '${join(root, 'dist', 'main.js')}'`;
/** Longer than a hangup takes to end a process that doesn't wait for anything. */
const GONE_MS = 1_000;
/** Other processes print in real time. */
const POLLING = { timeout: 60_000, interval: 20 };
/** Milliseconds for a whole start and stop while other tests run. */
const TEST_MS = 180_000;

/** Shared, so that only the first start creates a database. */
const parts = {} as { folder: string };
beforeAll(async () => {
  await buildService();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-hangup-'));
}, TEST_MS);
afterAll(() => rm(parts.folder, { recursive: true, force: true }));

/** The service in a terminal of its own, which writes to a file. */
async function startInTerminal(name: string, command: string) {
  const { folder } = parts;
  const path = join(folder, name);
  const log = () => readFile(path, 'utf8').catch(() => '');
  const settings = { PORT: '0', DEMO: 'false', LOG_LEVEL: 'error', DRAIN_MS: '300' };
  // `exec` makes the service the terminal's first process, which the hangup reaches.
  const started = `echo $$ >'${path}.pid'; exec ${command} >'${path}' 2>&1`;
  const terminal = spawn('script', ['-qec', started, 'typed'], {
    cwd: folder,
    env: { PATH: process.env.PATH, SHELL: '/bin/sh', DATA_DIR: join(folder, 'data'), ...settings },
  });
  const closed = once(terminal, 'close');
  const untilLogged = (wanted: string) =>
    vi.waitFor(async () => expect(await log()).toContain(wanted), POLLING);
  await untilLogged('listening on');
  const baseUrl = /listening on (\S+)/.exec(await log())?.[1] as string;
  return {
    log,
    untilLogged,
    pid: Number(await readFile(`${path}.pid`, 'utf8')),
    readiness: () =>
      fetch(`${baseUrl}/readyz`).then(
        ({ status }) => status,
        () => null,
      ),
    close: async () => {
      terminal.kill('SIGKILL');
      await closed;
    },
  };
}

describe('closing the terminal', { ...needs('script'), timeout: TEST_MS }, () => {
  it('drains and stops the service cleanly', async () => {
    const { close, readiness, untilLogged, log } = await startInTerminal('closed.log', MAIN);
    await close();
    await untilLogged('SIGHUP: finishing work in progress');
    expect(await readiness()).toBe(503);
    await untilLogged('stopped');
    expect((await log()).trim().split('\n').at(-1)).toBe('stopped');
  });

  it('keeps a service that nohup started, which SIGTERM still stops', async () => {
    const started = await startInTerminal('kept.log', `nohup ${MAIN}`);
    await started.close();
    await pause(GONE_MS);
    expect(await started.readiness()).toBe(200);
    process.kill(started.pid, 'SIGTERM');
    await started.untilLogged('stopped');
    expect(await started.log()).not.toContain('SIGHUP');
  });
});

describe('SIGHUP together with another signal', { timeout: TEST_MS }, () => {
  it.each([
    ['SIGHUP', 'SIGTERM'],
    ['SIGTERM', 'SIGHUP'],
    ['SIGHUP', 'SIGHUP'],
  ] as const)('%s, then %s: counts once, as a closing session sends both', async (first, second) => {
    const service = await startService(parts.folder, { DEMO: 'false' });
    const stopping = service.stop(first);
    // Two signals sent at the same moment could arrive in either order.
    await vi.waitFor(() => expect(service.output()).toContain('finishing work'), POLLING);
    process.kill(service.pid, second);
    expect(await stopping).toBe(0);
    expect(service.output().trim().split('\n').at(-1)).toBe('stopped');
  });
});
