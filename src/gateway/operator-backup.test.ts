import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TEST_SECRET_KEY, useTestApp } from '../../test/support/test-app.ts';
import { signOperatorCall } from '../kit/operator-token.ts';

const PATH = '/operator/backup/write-backup';
const BODY = '{}';
const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-operator-backup-'));
const backups = join(dataDir, 'backups');
const test = useTestApp({ DATA_DIR: dataDir });

afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('a backup that the service writes', () => {
  it('is removed if the caller is gone when it is complete', async () => {
    await mkdir(backups);
    const caller = new AbortController();
    const call = await signOperatorCall(
      TEST_SECRET_KEY,
      { path: PATH, body: Buffer.from(BODY) },
      test.clock.now(),
    );
    await test.database.session(async (connection) => {
      await connection.query('begin');
      await connection.query('lock table schema_version');
      const answer = fetch(`${test.baseUrl}${PATH}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${call}` },
        body: BODY,
        signal: caller.signal,
      });
      await expect.poll(() => readdir(backups)).toHaveLength(1);
      const left = expect(answer).rejects.toThrow();
      caller.abort();
      await left;
      await expect.poll(() => countConnections()).toBe(0);
      await connection.query('rollback');
    });
    await expect.poll(() => readdir(backups)).toEqual([]);
  });
});

function countConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    test.app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
