import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { askAsMerchant, dataFrom } from '../graphql/asking.ts';
import { expectSoundBooks } from '../support/books.ts';
import { dataOf, makeSession, makeShop, type Shop } from '../support/selling.ts';
import { endDispute, openDispute } from '../support/stripe-mock/disputes.ts';
import { useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import { callBack, intentsOf, payOnPage, stripeSettings } from '../support/stripe-selling.ts';
import { useTestApp } from '../support/test-app.ts';

const mock = useStripeMock();
const test = useTestApp(stripeSettings(mock));
afterAll(() => expectSoundBooks(test));

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

describe('a dispute at Stripe', () => {
  it('is recorded, partial or not, until the bank decides', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId, { amount: 450, reason: 'duplicate' });
    await tell(id);
    const facts = { reason: 'duplicate', amount: '4.50', currency: 'USD' };
    expect(await disputesOf(shop)).toEqual([
      { ...facts, status: 'open', respondBy: expect.any(String), closedAt: null },
    ]);
    endDispute(mock.books, id, 'won');
    await tell(id);
    expect(await disputesOf(shop)).toEqual([
      { ...facts, status: 'won', respondBy: null, closedAt: expect.any(String) },
    ]);
  });

  it('that Stripe prevented is lost', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId);
    endDispute(mock.books, id, 'prevented');
    await tell(id);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'lost' }]);
  });

  it('is none as long as the bank only inquires', async () => {
    const { shop, intentId } = await sell();
    const { id } = openDispute(mock.books, intentId, { status: 'warning_needs_response' });
    await tell(id);
    expect(await disputesOf(shop)).toEqual([]);
    endDispute(mock.books, id, 'needs_response');
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
