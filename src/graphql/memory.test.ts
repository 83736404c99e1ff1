import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Statement } from '../database/statement.ts';
import { createReadingTurns } from '../gateway/reading-turns.ts';
import { type Id, newUuid } from '../kit/id.ts';
import { createGraphql, type Graphql } from './answer.ts';
import type { LargeAnswers } from './large-answers.ts';
import { createQueryTurns } from './query-turns.ts';
import { rootFields } from './roots.ts';
import { createSchema } from './schema.ts';
import type { ReadingCaller } from './scope.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const MEGABYTE = 1024 * 1024;
const ADDRESS = '192.0.2.1';

const visitor: ReadingCaller = {
  kind: 'slug',
  storeId: newUuid(new Date()) as Id<'STO'>,
  environment: 'test',
};

/** Megabytes of heap still in use after a number of queries. */
async function heldAfter(graphql: Graphql, count: number, queryOf: (nth: number) => string) {
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let nth = 0; nth < count; nth += 1) {
    const body = { query: queryOf(nth), variables: {}, operationName: null };
    await graphql.answer(visitor, body, ADDRESS);
  }
  collect();
  const held = (process.memoryUsage().heapUsed - before) / MEGABYTE;
  // Keeps it in use until here, with everything it caches.
  const last = { query: '{ __typename }', variables: {}, operationName: null };
  await graphql.answer(visitor, last, ADDRESS);
  return held;
}

/** Responses whose statement returns the texts in turn. */
function answering(
  rowText: () => string,
  // biome-ignore lint/suspicious/noExplicitAny: a row of whatever the caller takes it for
  query: (statement: Statement) => Promise<any> = async () => [{ f0: rowText() }],
) {
  const turns = createReadingTurns({ connections: 1, maxWaitMs: 1_000 });
  const largeAnswers: LargeAnswers = { count: (_caller, _address, query) => query() };
  return createGraphql(
    createSchema(rootFields(null)),
    rootFields(null),
    { query },
    { turns, largeAnswers, queryTurns: createQueryTurns(false), visitorMs: 1_000 },
  );
}

describe('memory between queries', () => {
  it('keeps none of 500 half-megabyte responses with new IDs', async () => {
    const long = 'x'.repeat(MEGABYTE / 2);
    const graphql = answering(() => {
      const id = newUuid(new Date());
      // From the wire, a response arrives as one piece.
      return Buffer.from(`[{"name":"${long}","id":["STO", "${id}"]}]`).toString();
    });
    const held = await heldAfter(graphql, 500, () => '{ onetimeProducts { id name } }');
    expect(held).toBeLessThan(20);
  });

  it('keeps a limited part of 1,000 queries of maximum length', async () => {
    const graphql = answering(() => '[]');
    const long = 'x'.repeat(99_000);
    const queryOf = (nth: number) => `{ onetimeProducts { id } } # ${nth} ${long}`;
    const held = await heldAfter(graphql, 1_000, queryOf);
    expect(held).toBeLessThan(20);
  });

  it('keeps a limited part of 250 queries with the maximum number of tokens', async () => {
    const graphql = answering(() => '[]');
    const fields = 'id name status '.repeat(600);
    const queryOf = (nth: number) => `{ p${nth}: onetimeProducts { ${fields} } }`;
    const held = await heldAfter(graphql, 250, queryOf);
    expect(held).toBeLessThan(60);
  });
});

describe('statements', () => {
  it('are prepared when used again, however many others were before', async () => {
    const prepared = new Set<string>();
    // biome-ignore lint/suspicious/noExplicitAny: a row of whatever the caller takes it for
    const query = async ({ text, isSingleUse }: Statement): Promise<any> => {
      if (!isSingleUse) prepared.add(text);
      return [{ f0: '[]' }];
    };
    const graphql = answering(() => '[]', query);
    const fields = [
      ...['id', 'storeId', 'name', 'description', 'status', 'version', 'createdAt', 'updatedAt'],
      'media { url }',
    ];
    // Each statement has a different set of fields.
    for (let nth = 1; nth < 400; nth += 1) {
      const asked = fields.filter((_, bit) => nth & (1 << bit)).join(' ');
      const body = { query: `{ onetimeProducts { ${asked} } }`, variables: {} };
      await graphql.answer(visitor, { ...body, operationName: null }, ADDRESS);
      expect(prepared.size).toBe(nth - 1);
      await graphql.answer(visitor, { ...body, operationName: null }, ADDRESS);
      expect(prepared.size).toBe(nth);
    }
  });
});
