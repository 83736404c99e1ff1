import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/support/test-app.ts';
import { sql } from './database.ts';
import { MAX_OF_MANY } from './prepared-names.ts';

const test = useTestApp();

describe('a prepared statement that is one of many', () => {
  it('makes room on its connection for those used later', async () => {
    const mark = randomUUID();
    await test.database.transaction(async (tx) => {
      const run = (nth: number) => {
        const text = `select $1::int as number, '${mark} ${nth}' as mark`;
        return tx.query<{ number: number }>({ text, values: [nth], isOneOfMany: true });
      };
      for (let nth = 0; nth < 2 * MAX_OF_MANY; nth += 1) {
        // The first one is used again and again.
        await Promise.all([run(0), run(nth)]);
      }
      const isKept = async (nth: number) => {
        const like = `%'${mark} ${nth}'%`;
        const known = await tx.query(
          sql`select from pg_prepared_statements where statement like ${like}`,
        );
        return known.length === 1;
      };
      const many = `%${mark}%`;
      const [kept] = await tx.query<{ count: number }>(
        sql`select count(*)::int as count from pg_prepared_statements where statement like ${many}`,
      );
      expect(kept?.count).toBe(MAX_OF_MANY);
      expect(await Promise.all([0, 1, 2 * MAX_OF_MANY - 1].map(isKept))).toEqual([
        true,
        false,
        true,
      ]);
      expect(await run(1)).toEqual([{ number: 1, mark: `${mark} 1` }]);
    });
  });

  it('takes no room for good when it fails', async () => {
    const mark = randomUUID();
    for (let nth = 0; nth < 1.5 * MAX_OF_MANY; nth += 1) {
      const text = `select 6 / $1::int as "${mark} ${nth}"`;
      const failing = test.database.query({ text, values: [0], isOneOfMany: true });
      await expect(failing).rejects.toThrow('division by zero');
    }
    const like = `%${mark}%`;
    const known = await test.database.query(
      sql`select from pg_prepared_statements where statement like ${like}`,
    );
    expect(known.length).toBeGreaterThan(0);
    expect(known.length).toBeLessThanOrEqual(MAX_OF_MANY);
  });
});
