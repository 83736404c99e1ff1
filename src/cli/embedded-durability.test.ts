import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTillgate } from '../../test/support/run-command.ts';
import { buildService } from '../../test/support/service-process.ts';
import { TEST_SECRET_KEY, useTestApp } from '../../test/support/test-app.ts';
import { writeBackup } from '../database/backup-file.ts';
import { keyCheckOf } from '../kit/key-check.ts';

const test = useTestApp();
const parts = {} as { folder: string };
const FLUSH = /"ph":"B","cat":"node,node\.fs,node\.fs\.sync","name":"fs\.sync\.fdatasync"/;

beforeAll(async () => {
  await buildService();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-durability-'));
}, 180_000);

afterAll(() => rm(parts.folder, { recursive: true, force: true }));

it('commands flush the embedded database to disk, whatever the service does', async () => {
  const head = { createdAt: new Date().toISOString(), keyCheck: keyCheckOf(TEST_SECRET_KEY) };
  await writeBackup(test.database, join(parts.folder, 'shop.backup'), head);
  for (const args of [['restore', 'shop.backup'], ['doctor'], ['backup', 'again.backup']]) {
    expect(await runTraced(args)).toEqual({ code: 0, isFlushed: true });
  }
}, 180_000);

/** Runs a command in which Node.js records every call that flushes a file. */
async function runTraced(args: readonly string[]) {
  const traces = await mkdtemp(join(parts.folder, 'traces-'));
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Node.js fills it in.
  const pattern = join(traces, '${pid}.json');
  const { code } = await runTillgate(parts.folder, args, {
    SECRET_KEY: TEST_SECRET_KEY,
    NODE_OPTIONS: `--trace-event-categories node.fs.sync --trace-event-file-pattern ${pattern}`,
  });
  const files = await readdir(traces);
  const texts = await Promise.all(files.map((name) => readFile(join(traces, name), 'utf8')));
  return { code, isFlushed: texts.some((text) => FLUSH.test(text)) };
}
