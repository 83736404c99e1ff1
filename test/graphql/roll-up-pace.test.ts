import { expect, it } from 'vitest';
import { createRollUpDays } from '../../src/graphql/analytics/roll-up-days.job.ts';
import { makeSale } from '../support/refunding.ts';
import { makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();

it('rests after each store', async () => {
  for (let made = 0; made < 2; made += 1) await makeSale(test, {}, await makeShop(test));
  const worked: number[] = [];
  const job = createRollUpDays({ restAfter: async (ms) => void worked.push(ms) });
  const context = { database: test.database, signal: new AbortController().signal };
  await job.run(context as never);
  expect(worked).toHaveLength(2);
  expect(Math.min(...worked)).toBeGreaterThan(0);
});
