import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/support/test-app.ts';
import { sql } from './database.ts';

const test = useTestApp();
const count = () =>
  test.database.query<{ count: number }>(sql`select count(*)::int as count from merchant`);

describe('a connection that is replaced after a failure', () => {
  it('prepares again what its predecessor had prepared', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect(await count()).toEqual([{ count: 0 }]);
      await expect(test.database.query(sql`select 1 / ${0}::int`)).rejects.toThrow('zero');
    }
  });

  it('leaves no transaction open to the next', async () => {
    for (let round = 0; round < 5; round += 1) {
      const unnoticed = test.database.transaction(async (tx) => {
        await tx.query(sql`select 1 / ${0}::int`).catch(() => {});
      });
      await expect(unnoticed).rejects.toThrow();
      expect(await count()).toEqual([{ count: 0 }]);
    }
  });
});
