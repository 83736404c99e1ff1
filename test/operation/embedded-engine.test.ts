import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_VERSION } from '../../src/database/embedded.ts';
import { startCommand } from '../support/run-command.ts';
import { buildService, root, withFolder } from '../support/service-process.ts';

const MAIN = join(root, 'dist', 'main.js');
const TEST_MS = 180_000;
const COMMITS = 20;
/** Root may write to a read-only folder, unless it gives up that capability. */
const WITHOUT_OVERRIDE =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override'] : [];

beforeAll(buildService, TEST_MS);

function startIn(folder: string, more: Readonly<Record<string, string>> = {}) {
  const settings = { DATA_DIR: join(folder, 'data'), PORT: '0', DEMO: 'false', DRAIN_MS: '500' };
  const quiet = { LOG_LEVEL: 'error', ...settings, ...more };
  return startCommand(folder, [process.execPath, MAIN], quiet);
}

describe('the folder of the embedded database', () => {
  it(
    'is intact after kill -9 at any moment of its first start and of a stop',
    async () => {
      await withFolder(async (folder) => {
        // Before, while and after the folder is created; then at times when migrations might be
        // running.
        for (const moment of ['Opening', 'postgres.new', 'postgres']) {
          const service = startIn(folder);
          if (moment === 'Opening') await service.until('Opening');
          else await untilThere(join(folder, 'data'), moment);
          await service.stop('SIGKILL');
        }
        const stopped = startIn(folder);
        await stopped.until('listening on');
        const stopping = stopped.stop('SIGTERM');
        await stopped.until('finishing work in progress');
        await stopped.stop('SIGKILL');
        await stopping;
        const last = startIn(folder);
        await last.until('listening on');
        expect((await last.stop('SIGINT')).code).toBe(0);
        expect(await readdir(join(folder, 'data'))).not.toContain('postgres.new');
      });
    },
    TEST_MS,
  );

  it(
    'is refused with a clear message when another version of PostgreSQL created it',
    async () => {
      await withFolder(async (folder) => {
        const data = join(folder, 'data', 'postgres');
        await mkdir(data, { recursive: true });
        await writeFile(join(data, 'PG_VERSION'), '17\n');
        const { code, stderr } = await startIn(folder).ended;
        expect(code).toBe(1);
        expect(stderr).toContain(`was made by PostgreSQL 17; this version of Tillgate has 18.`);
        expect(stderr).not.toMatch(/\n {4}at /);
        expect(await readdir(data)).toEqual(['PG_VERSION']);
      });
    },
    TEST_MS,
  );

  it(
    'is refused when it contains something else',
    async () => {
      await withFolder(async (folder) => {
        const data = join(folder, 'data', 'postgres');
        await mkdir(data, { recursive: true });
        await writeFile(join(data, 'notes.txt'), 'mine');
        const { stderr } = await startIn(folder).ended;
        expect(stderr).toContain('holds files but no database');
        expect(await readdir(data)).toEqual(['notes.txt']);
      });
    },
    TEST_MS,
  );

  it(
    'is refused while another process uses it, which keeps running',
    async () => {
      await withFolder(async (folder) => {
        const first = startIn(folder);
        await first.until('listening on');
        const { code, stderr } = await startIn(folder).ended;
        expect(code).toBe(1);
        expect(stderr).toContain(
          `Another Tillgate process is using ${join(folder, 'data')}. Stop it`,
        );
        expect((await first.stop('SIGTERM')).code).toBe(0);
      });
    },
    TEST_MS,
  );

  it('is refused with a clear message when it is read-only', async () => {
    await withFolder(async (folder) => {
      await mkdir(join(folder, 'data'), { mode: 0o555 });
      const options = { cwd: folder, env: { PATH: process.env.PATH, PORT: '0' } };
      const [file, ...args] = [...WITHOUT_OVERRIDE, process.execPath, MAIN];
      const failed = promisify(execFile)(file as string, args, options);
      await expect(failed).rejects.toMatchObject({
        code: 1,
        stderr: "./data can't be written to (EACCES). Set DATA_DIR to a folder that can.\n",
      });
    });
  }, 60_000);
});

describe('PGSSLMODE', () => {
  it(
    'doesn’t concern the embedded database',
    async () => {
      await withFolder(async (folder) => {
        const service = startIn(folder, { PGSSLMODE: 'require' });
        await service.until('listening on');
        expect((await service.stop('SIGINT')).code).toBe(0);
      });
    },
    TEST_MS,
  );
});

describe('EMBEDDED_DURABILITY=fsync', () => {
  it(
    'flushes every commit to disk, and the default none',
    async () => {
      await withFolder(async (folder) => {
        const durable = await commitMany(folder, true);
        expect(durable.version).toBe(POSTGRES_VERSION);
        expect(durable.flushes).toBeGreaterThanOrEqual(COMMITS);
        expect((await commitMany(folder, false)).flushes).toBe(0);
      });
    },
    TEST_MS,
  );
});

/** Commits in a separate process, in which Node.js records every call that flushes a file. */
async function commitMany(folder: string, isDurable: boolean) {
  const trace = join(folder, 'trace.json');
  const script = `
    import { openEmbedded } from ${JSON.stringify(join(root, 'dist/database/embedded.js'))};
    const options = { dataDir: 'data', timeoutMs: 60_000, isDurable: ${isDurable} };
    const database = await openEmbedded(options);
    await database.session(async (connection) => {
      const { rows } = await connection.query('show server_version');
      process.stdout.write(rows[0].server_version.split('.')[0]);
      await connection.query('create table if not exists written (value int)');
      for (let index = 0; index < ${COMMITS}; index += 1) {
        await connection.query('insert into written values (1)');
      }
    });
    process.exit(0);`;
  const traced = ['--trace-event-categories', 'node.fs.sync', '--trace-event-file-pattern', trace];
  const path = join(folder, 'commit.mjs');
  await writeFile(path, script);
  const args = [...traced, path];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  const events = await readFile(trace, 'utf8');
  await rm(trace);
  const began = /"ph":"B","cat":"node,node\.fs,node\.fs\.sync","name":"fs\.sync\.fdatasync"/g;
  return { version: stdout, flushes: events.match(began)?.length ?? 0 };
}

/** Waits until the entry exists in the folder; other processes run in real time. */
async function untilThere(folder: string, name: string): Promise<void> {
  while (!(await readdir(folder).catch(() => [] as string[])).includes(name)) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
