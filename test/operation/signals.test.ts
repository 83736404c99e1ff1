import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../support/needs.ts';
import { startCommand, tillgatePath } from '../support/run-command.ts';
import { buildService, root, withFolder } from '../support/service-process.ts';

const NPM_START = ['npm', 'start', '--prefix', root];
const MAIN = [process.execPath, join(root, 'dist', 'main.js')];
/** Longer than the second within which signals count as one. */
const LATER_MS = 1_100;
/** A drain longer than a test waits for. */
const SLOW_STOP_MS = '10000';
/** Milliseconds for a whole start and stop while other tests run. */
const TEST_MS = 180_000;

/** Shared, so that only the first start creates a database. */
const parts = {} as { folder: string };
beforeAll(async () => {
  await buildService();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-signals-'));
}, TEST_MS);
afterAll(() => rm(parts.folder, { recursive: true, force: true }));

function settingsIn(folder: string) {
  return {
    ...{ PATH: process.env.PATH as string, HOME: folder, DATA_DIR: join(folder, 'data') },
    ...{ PORT: '0', DEMO: 'false', LOG_LEVEL: 'error', DRAIN_MS: '100' },
  };
}

/** The service in its own process group, as a shell starts it. */
async function startGroup(
  command: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  wanted = 'listening on',
) {
  const { folder } = parts;
  const [file, ...args] = command;
  const env = { ...settingsIn(folder), ...settings };
  const child = spawn(file as string, args, { cwd: folder, env, detached: true });
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed.text += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  await Promise.race([untilPrinted(printed, wanted), ended]);
  expect(printed.text).toContain(wanted);
  return {
    ended,
    printed,
    /** Like Ctrl-C in a terminal: to every process of the group. */
    signal: (name: NodeJS.Signals) => process.kill(-(child.pid as number), name),
    type: (text: string) => child.stdin.write(text),
  };
}

async function untilPrinted(printed: { readonly text: string }, wanted: string): Promise<void> {
  // Other processes print in real time.
  while (!printed.text.includes(wanted)) await pause(20);
}

describe('Ctrl-C', () => {
  it(
    'reaches the service twice through npm start, counts once, and every stop is announced',
    async () => {
      const { signal, ended, printed } = await startGroup(NPM_START);
      const lines = printed.text.split('\n').filter((line) => !/^>|^$/.test(line));
      expect(lines[0]).toBe('Starting Tillgate');
      expect(printed.text).toContain(`Opening the database in ${join(parts.folder, 'data')}`);
      signal('SIGINT');
      expect(await ended).toBe(0);
      expect(printed.text).toMatch(/^SIGINT: finishing work in progress/m);
      expect(printed.text.trim().split('\n').at(-1)).toBe('stopped');
    },
    TEST_MS,
  );

  it('stops the service in a terminal', { ...needs('script'), timeout: TEST_MS }, async () => {
    const command = ['script', '-qec', `exec ${NPM_START.join(' ')}`, '/dev/null'];
    const { type, ended, printed } = await startGroup(command);
    type('\u0003');
    expect(await ended).toBe(0);
    expect(printed.text).toMatch(/^stopped\r?$/m);
  });

  it(
    'stops tillgate start cleanly',
    async () => {
      const tillgate = [process.execPath, tillgatePath, 'start'];
      const { signal, ended, printed } = await startGroup(tillgate);
      signal('SIGINT');
      expect(await ended).toBe(0);
      expect(printed.text).toMatch(/^stopped$/m);
    },
    TEST_MS,
  );
});

describe('a second signal', () => {
  it(
    'counts as the first one within a second, and kills the service later',
    async () => {
      const settings = { DRAIN_MS: SLOW_STOP_MS };
      const { signal, ended, printed } = await startGroup(MAIN, settings);
      signal('SIGTERM');
      // Two signals sent at the same moment would be merged into one.
      await untilPrinted(printed, 'finishing work in progress');
      signal('SIGTERM');
      const early = await Promise.race([ended, pause(LATER_MS).then(() => 'still there')]);
      expect(early).toBe('still there');
      signal('SIGTERM');
      expect(await ended).toBe(1);
      expect(printed.text).toContain('SIGTERM again: ended without waiting');
    },
    TEST_MS,
  );
});

describe('a signal during the build', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends the build cleanly and leaves nothing behind',
    async (name) => {
      await withFolder(async (clone) => {
        for (const path of ['scripts', 'src', 'web', 'package.json', 'package-lock.json']) {
          await cp(join(root, path), join(clone, path), { recursive: true });
        }
        for (const path of ['tsconfig.json', 'tsconfig.build.json', 'node_modules']) {
          await symlink(join(root, path), join(clone, path));
        }
        const npmStart = ['npm', 'start', '--prefix', clone];
        const { signal, ended, printed } = await startGroup(npmStart, {}, 'Building the service');
        while (!(await commandsWith(join(clone, 'node_modules'))).includes('vite')) await pause(20);
        signal(name);
        // The terminal's end also ends npm itself.
        expect(await ended).toBe(name === 'SIGHUP' ? null : 0);
        const lines = printed.text.trim().split('\n');
        expect(lines.at(-1)).toBe(
          `${name}: stopped before the build was done; the next start runs it again`,
        );
        expect(lines.at(-2)).toMatch(/^Building the service/);
        expect(await commandsWith(clone)).toBe('');
        expect((await readdir(clone)).filter((file) => file.startsWith('dist'))).toEqual(['dist']);
        const left = await readdir(join(clone, 'dist'));
        expect(left.filter((file) => file.startsWith('dashboard-'))).toEqual([]);
      });
    },
    TEST_MS,
  );
});

/** The command lines of all processes that contain the path. */
async function commandsWith(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(path))
    .join('\n');
}

describe('a start that fails', () => {
  it(
    'refuses a misspelled setting with a clear message',
    async () => {
      await withFolder(async (folder) => {
        const settings = { ...settingsIn(folder), WEBHOOK_TIMEOUT: '5' };
        const { code, stderr } = await startCommand(folder, MAIN, settings).ended;
        expect(code).toBe(1);
        expect(stderr).toContain(
          'WEBHOOK_TIMEOUT is not a setting. Did you mean WEBHOOK_TIMEOUT_MS?',
        );
        expect(stderr).not.toMatch(/\n {4}at /);
      });
    },
    TEST_MS,
  );

  it('reports what is missing after npm ci --omit=dev', async () => {
    await withFolder(async (folder) => {
      await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
      await mkdir(join(folder, 'node_modules'));
      const lockfile = join('node_modules', 'proper-lockfile');
      await symlink(join(root, lockfile), join(folder, lockfile));
      const start = [process.execPath, join(folder, 'scripts', 'start.mjs')];
      const { code, stderr } = await startCommand(folder, start).ended;
      expect(code).toBe(1);
      expect(stderr).toContain('Run npm ci without --omit=dev, then npm start again.');
      expect(stderr).not.toMatch(/\n {4}at /);
    });
  });
});
