import { expect, it } from 'vitest';
import { openDashboard } from '../../../test/support/dashboard.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { callAsOperator, submitTicket } from '../../../test/support/operator.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();

type Step = readonly [role: 'admin' | 'member', key: 'test' | 'prod'];
interface Case {
  /** The roles that someone is given, and the key that gives each. */
  readonly steps: readonly Step[];
  /** The role once the store is enabled for production; null if the membership has ended. */
  readonly left: 'admin' | 'member' | null;
}

const CASES: readonly Case[] = [
  { steps: [['member', 'test']], left: null },
  { steps: [['member', 'prod']], left: 'member' },
  {
    steps: [
      ['member', 'prod'],
      ['admin', 'test'],
    ],
    left: 'member',
  },
  {
    steps: [
      ['member', 'prod'],
      ['admin', 'test'],
      ['admin', 'test'],
    ],
    left: 'member',
  },
  {
    steps: [
      ['member', 'prod'],
      ['admin', 'test'],
      ['member', 'test'],
    ],
    left: 'member',
  },
  {
    steps: [
      ['member', 'prod'],
      ['admin', 'test'],
      ['admin', 'prod'],
    ],
    left: 'admin',
  },
  {
    steps: [
      ['member', 'test'],
      ['admin', 'test'],
    ],
    left: null,
  },
  {
    steps: [
      ['member', 'test'],
      ['member', 'prod'],
    ],
    left: 'member',
  },
  {
    steps: [
      ['admin', 'test'],
      ['member', 'test'],
      ['admin', 'test'],
    ],
    left: null,
  },
  {
    steps: [
      ['admin', 'test'],
      ['member', 'prod'],
      ['admin', 'test'],
    ],
    left: 'member',
  },
  // A test key may demote anyone while the store is not enabled.
  {
    steps: [
      ['admin', 'prod'],
      ['member', 'test'],
    ],
    left: 'member',
  },
  {
    steps: [
      ['admin', 'prod'],
      ['member', 'test'],
      ['admin', 'test'],
    ],
    left: 'member',
  },
];
const named = CASES.map(({ steps, left }) => {
  return { title: steps.map((step) => step.join(' by ')).join(', '), steps, left };
});

it.each(named)('$title: $left once the store is enabled', async ({ steps, left }) => {
  const owner = await makeMerchant(test);
  const { id: storeId } = await makeStore(owner);
  const merchant = await makeMerchant(test);
  for (const [at, [role, environment]] of steps.entries()) {
    const who = at === 0 ? { email: merchant.email } : { merchantId: merchant.shortId };
    const verb = at === 0 ? 'add-merchant' : 'update-role';
    const body = { storeId, ...who, role };
    const reply = await owner.call(`store-merchant/${verb}`, body, { environment });
    expect(reply.status).toBe(200);
  }
  const dashboard = await openDashboard(test, merchant);
  const roles = async (): Promise<unknown[]> => {
    const reply = await dashboard.call('merchant/get-session', {});
    return reply.body.data.stores.map(({ role }: { role: string }) => role);
  };
  expect(await roles()).toEqual([steps.at(-1)?.[0]]);
  const approval = { ticketId: await submitTicket(owner, storeId), decision: 'approve' };
  expect((await callAsOperator(test, 'kyb-ticket/resolve-ticket', approval)).status).toBe(200);
  expect(await roles()).toEqual(left ? [left] : []);
});
