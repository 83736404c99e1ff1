import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { askAsMerchant, dataFrom } from '../graphql/asking.ts';
import { expectSoundBooks } from '../support/books.ts';
import { dataOf, makeSession, makeShop, type Shop } from '../support/selling.ts';
import { moveDispute, openDispute, postponeDispute } from '../support/stripe-mock/disputes.ts';
import { useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import { callBack, intentsOf, payOnPage, stripeSettings } from '../support/stripe-selling.ts';
import { useTestApp } from '../support/test-app.ts';

const mock = useStripeMock();
const test = useTestApp(stripeSettings(mock));
afterAll(() => expectSoundBooks(test));
const DAY_S = 24 * 60 * 60;

async function sell(): Promise<{ shop: Shop; intentId: string }> {
  const shop = await makeShop(test, {}, 'prod');
  const sessionId = await makeSession(shop, {}, 'prod');
  expect(dataOf(await payOnPage(shop, sessionId, 'pm_card_visa')).status).toBe('completed');
  const [intent] = await intentsOf(shop, mock);
  return { shop, intentId: intent?.id ?? '' };
}

/** Sends every event about the dispute, newest first, twice. */
async function tell(disputeId: string): Promise<void> {
  const events = mock
    .events()
    .filter(({ data: { object } }) => 'id' in object && object.id === disputeId);
  for (const event of [...events.toReversed(), ...events]) {
    expect((await callBack(test, event)).status).toBe(200);
  }
}

const disputesOf = async ({ merchant }: Shop) => {
  const ask = askAsMerchant(test, merchant, 'prod');
  const { payments } = await dataFrom(
    ask('{ payments { disputes { status reason amount currency respondBy closedAt } } }'),
  );
  return payments.flatMap(({ disputes }: { disputes: object[] }) => disputes);
};

/** What the provider owes the shop, in minor units, according to the ledger. */
async function balanceOf({ store }: Shop): Promise<number> {
  const [row] = await test.database.query<{ minor: number }>(sql`
    select sum(amount_minor)::int as minor from ledger_entry
    where store_id = ${decodeId('STO', store.id)} and account = 'provider_balance'`);
  return row?.minor ?? 0;
}

describe('a dispute at Stripe', () => {
  it('is recorded, partial or not, until the bank decides', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId, { amount: 450, reason: 'duplicate' });
    await tell(id);
    const facts = { reason: 'duplicate', amount: '4.50', currency: 'USD' };
    expect(await disputesOf(shop)).toEqual([
      { ...facts, status: 'open', respondBy: expect.any(String), closedAt: null },
    ]);
    moveDispute(mock.books, id, 'won');
    await tell(id);
    expect(await disputesOf(shop)).toEqual([
      { ...facts, status: 'won', respondBy: null, closedAt: expect.any(String) },
    ]);
  });

  it('that was lost stays lost while it is appealed, and can still be won', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId);
    moveDispute(mock.books, id, 'lost');
    await tell(id);
    expect(await balanceOf(shop)).toBe(0);
    for (const status of ['appeal_needs_response', 'appeal_under_review'] as const) {
      moveDispute(mock.books, id, status);
      await tell(id);
      expect(await disputesOf(shop)).toMatchObject([{ status: 'lost' }]);
    }
    moveDispute(mock.books, id, 'won');
    await tell(id);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'won' }]);
    expect(await balanceOf(shop)).toBe(990);
  });

  it('that was won stays won, which Stripe calls final', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId);
    for (const status of ['won', 'lost', 'needs_response'] as const) {
      moveDispute(mock.books, id, status);
      await tell(id);
      expect(await disputesOf(shop)).toMatchObject([{ status: 'won', respondBy: null }]);
      expect(await balanceOf(shop)).toBe(990);
    }
  });

  it('that is first seen while it is appealed is lost', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId);
    moveDispute(mock.books, id, 'appeal_under_review');
    await tell(id);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'lost' }]);
  });

  it('can be about more than was charged, because exchange rates have changed', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId, { amount: 1_010 });
    await tell(id);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'open', amount: '10.10' }]);
  });

  it('can be followed by another one of the same charge', async () => {
    const { shop, intentId } = await sell();
    const { id: first } = openDispute(mock.books, intentId, { amount: 450 });
    moveDispute(mock.books, first, 'won');
    await tell(first);
    const { id: second } = openDispute(mock.books, intentId, { amount: 540 });
    await tell(second);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'open' }, { status: 'won' }]);
    expect(await balanceOf(shop)).toBe(450);
  });

  it('has no deadline if the bank takes no response', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId, { evidence_details: { due_by: 0 } });
    await tell(id);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'open', respondBy: null }]);
  });

  it('has the deadline that Stripe reported last', async () => {
    const { shop, intentId } = await sell();
    const { id, evidence_details: first } = openDispute(mock.books, intentId);
    await tell(id);
    const filedWith = first.due_by ?? 0;
    for (const dueBy of [filedWith + DAY_S, filedWith - DAY_S, 0]) {
      postponeDispute(mock.books, id, dueBy);
      await tell(id);
      const respondBy = dueBy === 0 ? null : new Date(dueBy * 1_000).toISOString();
      expect(await disputesOf(shop)).toMatchObject([{ status: 'open', respondBy }]);
    }
    moveDispute(mock.books, id, 'lost');
    await tell(id);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'lost', respondBy: null }]);
  });

  it('that Stripe prevented is lost', async () => {
    const { shop, intentId } = await sell();
    const resolved = { status: 'prevented', case_type: 'resolution' } as const;
    const { id } = openDispute(mock.books, intentId, resolved);
    await tell(id);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'lost' }]);
  });

  it('is none if Stripe blocked it before it was filed, so that the money stays', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId, { status: 'prevented', case_type: 'block' });
    await tell(id);
    expect(await disputesOf(shop)).toEqual([]);
    expect(await balanceOf(shop)).toBe(990);
  });

  it('is none as long as the bank only inquires', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId, { status: 'warning_needs_response' });
    await tell(id);
    expect(await disputesOf(shop)).toEqual([]);
    moveDispute(mock.books, id, 'needs_response');
    await tell(id);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'open' }]);
  });

  it('of a charge that isn’t ours is accepted and ignored', async () => {
    const { intentId } = await sell();
    const intent = mock.books.intents.get(intentId);
    if (intent) intent.metadata = {};
    const { id } = openDispute(mock.books, intentId);
    await tell(id);
    const [row] = await test.database.query<{ count: number }>(sql`
      select count(*)::int as count from dispute where provider_reference = ${id}
        and store_id = any(array(select id from store))`);
    expect(row?.count).toBe(0);
  });
});
