import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/support/test-app.ts';
import type { Encoding } from './data-row.ts';
import { sql } from './database.ts';

const test = useTestApp();
const query = <Row>(statement: { text: string; values: unknown[]; isSingleUse?: boolean }) =>
  test.database.query<Row>(statement);

async function addMerchant(tx: Pick<typeof test.database, 'query'>, email: string): Promise<void> {
  await tx.query(sql`
    insert into merchant (id, email, name, password_hash, created_at)
    values (${randomUUID()}, ${email}, 'Somebody', 'x', ${new Date()})`);
}

const isThere = async (email: string) => {
  const [row] = await query<{ there: boolean }>(
    sql`select exists (select from merchant where email = ${email}) as there`,
  );
  return row?.there;
};

describe('rows', () => {
  it('decode as text or one character per byte, side by side', async () => {
    const text = 'naïve 🛍 текст';
    const ask = (encoding: Encoding) =>
      test.database.query<{ text: string; none: null; count: number }>({
        ...{ text: 'select $1::text as text, null as none, 7 as count', values: [text], encoding },
      });
    const [bytes, texts] = await Promise.all([ask('bytes'), ask('utf8')]);
    expect(texts).toEqual([{ text, none: null, count: 7 }]);
    expect(bytes).toEqual([{ text: Buffer.from(text).toString('latin1'), none: null, count: 7 }]);
  });

  it('stay bytes if they are large, whatever arrives after them', async () => {
    const asked = ['a', 'b', 'c'].map((letter) =>
      test.database.query<{ text: Buffer; short: string }>({
        text: `select repeat($1::text, 3000000) as text, 'short' as short from generate_series(1, 2)`,
        ...{ values: [letter], encoding: 'bytes' },
      }),
    );
    const rows = (await Promise.all(asked)).flat();
    const expected = ['a', 'a', 'b', 'b', 'c', 'c'].map((letter) =>
      Buffer.alloc(3_000_000, letter),
    );
    expect(rows.map(({ text, short }, nth) => [expected[nth]?.equals(text), short])).toEqual(
      expected.map(() => [true, 'short']),
    );
    const [decoded] = await query<{ text: string }>(sql`select repeat('я', 2000000) as text`);
    expect(decoded?.text).toBe('я'.repeat(2_000_000));
  });
});

describe('a statement outside of a transaction', () => {
  it('fails if its commit does', async () => {
    await test.database.query(
      sql`create table deferred (id int unique deferrable initially deferred)`,
    );
    const insert = () => test.database.query(sql`insert into deferred values (1) returning id`);
    expect(await insert()).toEqual([{ id: 1 }]);
    await expect(insert()).rejects.toThrow('duplicate key');
    await test.database.query(sql`drop table deferred`);
  });
});

describe('statements that are sent together', () => {
  it('run in their order, each seeing what those before it did', async () => {
    const email = `${randomUUID()}@example.com`;
    const seen = await test.database.transaction(async (tx) => {
      const count = () =>
        tx.query<{ count: number }>(
          sql`select count(*)::int as count from merchant where email = ${email}`,
        );
      const [before, , after] = await Promise.all([count(), addMerchant(tx, email), count()]);
      return [before[0]?.count, after[0]?.count];
    });
    expect(seen).toEqual([0, 1]);
  });

  it('stop at the first failure and leave nothing behind', async () => {
    const email = `${randomUUID()}@example.com`;
    const outcomes: string[] = [];
    const note = (name: string, work: Promise<unknown>) =>
      work.then(
        () => outcomes.push(`${name} ran`),
        (error: Error) => outcomes.push(`${name}: ${error.message}`),
      );
    const work = test.database.transaction(async (tx) => {
      await Promise.all([
        note('first', addMerchant(tx, email)),
        note('second', tx.query(sql`select 1 / ${0}::int as second`)),
        note('third', tx.query(sql`select 1 as third`)),
      ]);
    });
    await expect(work).rejects.toThrow('rolled back');
    const failure = 'division by zero';
    expect(outcomes.toSorted()).toEqual(['first ran', `second: ${failure}`, `third: ${failure}`]);
    expect(await isThere(email)).toBe(false);
  });

  it('never overtake a rollback', async () => {
    const email = `${randomUUID()}@example.com`;
    const work = test.database.transaction(async (tx) => {
      await tx.query(sql`select 1 as opened`);
      addMerchant(tx, email).catch(() => {});
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await isThere(email)).toBe(false);
  });

  it('are refused together when a value cannot be encoded, and the connection stays usable', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    for (let round = 0; round < 3; round += 1) {
      await expect(query(sql`select ${circular}::text as impossible`)).rejects.toThrow('circular');
      expect(await query(sql`select 1 as possible`)).toEqual([{ possible: 1 }]);
    }
  });
});

describe('a prepared statement', () => {
  it('gives the same columns once they are no longer described', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const ask = () =>
      query(sql`
        select ${at}::timestamptz as at, 9007199254740993::int8 as large, null::text as nothing,
          ${['a', '"b"']}::text[] as texts, ${{ a: 1 }}::jsonb as object, ${true}::bool as flag`);
    const expected = {
      at,
      large: 9007199254740993n,
      nothing: null,
      texts: ['a', '"b"'],
      object: { a: 1 },
      flag: true,
    };
    for (let round = 0; round < 40; round += 1) expect(await ask()).toEqual([expected]);
  });

  it('is prepared again after it was parsed and then failed', async () => {
    const divide = (by: number) => query(sql`select 6 / ${by}::int as "quotient"`);
    for (let round = 0; round < 30; round += 1) {
      await expect(divide(0)).rejects.toThrow('division by zero');
    }
    for (let round = 0; round < 30; round += 1) expect(await divide(2)).toEqual([{ quotient: 3 }]);
  });

  it('is kept for a text that is used again, not for a single-use one', async () => {
    const mark = randomUUID();
    const kept = `select $1::int as number, 'kept ${mark}' as mark`;
    const single = `select $1::int as number, 'single ${mark}' as mark`;
    for (let round = 0; round < 5; round += 1) {
      expect(await query({ text: kept, values: [round] })).toMatchObject([{ number: round }]);
      const once = { text: single, values: [round], isSingleUse: true };
      expect(await query(once)).toMatchObject([{ number: round }]);
    }
    const like = `%${mark}%`;
    const known = await query<{ statement: string }>(
      sql`select statement from pg_prepared_statements where statement like ${like}`,
    );
    expect(new Set(known.map(({ statement }) => statement))).not.toContain(single);
  });

  it('fails with the error of the database and the stack trace of the caller', async () => {
    const error = await query(sql`select ${'x'}::uuid as id`).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(pg.DatabaseError);
    expect(error).toMatchObject({ code: '22P02' });
    expect((error as Error).stack).toContain('batch.test.ts');
  });
});
