import { expect, it } from 'vitest';
import { type Id, newUuid } from '../kit/id.ts';
import { createGraphql } from './answer.ts';
import { createQueryTurns } from './query-turns.ts';
import { rootFields } from './roots.ts';
import { createSchema } from './schema.ts';
import type { ReadingCaller } from './scope.ts';

const seen: boolean[] = [];
const fields = rootFields(null);
const graphql = createGraphql(
  createSchema(fields),
  fields,
  { query: async () => [] },
  {
    turns: {
      run: (_reader, isLarge, statement) => {
        seen.push(isLarge);
        return statement();
      },
    },
    largeAnswers: { count: (_caller, _address, query) => query() },
    queryTurns: createQueryTurns(false),
    visitorMs: 1_000,
  },
);
const caller = {
  ...{ kind: 'apiKey', merchantId: newUuid(new Date()) as Id<'MER'>, storeIds: [] },
  ...{ keyId: newUuid(new Date()), environment: 'test' },
} as unknown as ReadingCaller;

it.each([
  ['{ onetimeProducts(limit: 5) { name } }', false],
  ['{ onetimeProducts(limit: 5) { sold { currency } } }', true],
  ['{ paymentStatistics { refunds { refundRate } } }', true],
])('takes %s as large: %s', async (query, isLarge) => {
  seen.length = 0;
  await graphql.answer(caller, { query, operationName: null, variables: {} }, '::1');
  expect(seen).toEqual([isLarge]);
});
