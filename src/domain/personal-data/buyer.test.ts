import { beforeAll, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { recordFraudWarningOf } from '../../../test/support/fraud-warning.ts';
import { callAsOperator } from '../../../test/support/operator.ts';
import { makeSale, makeTicket, review, type Sale } from '../../../test/support/refunding.ts';
import { APPROVED_CARD, dataOf } from '../../../test/support/selling.ts';
import {
  advanceDays,
  eventTypesOf,
  FADING_CARD,
  makeClub,
  replaceCard,
  stateOf,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeWebhook } from '../../../test/support/webhook.ts';
import { sql } from '../../database/database.ts';
import { writeDump } from '../../database/dump.ts';
import { eventSchemas } from '../../events/event-schema.ts';
import { decodeId } from '../../kit/id.ts';

const test = useTestApp();
const parts = {} as { sale: Sale; email: string; identity: string };
const EXPORT = 'personal-data/export-buyer';
const ERASE = 'personal-data/erase-buyer';

beforeAll(async () => {
  const sale = await makeSale(test);
  const { merchant, store } = sale.shop;
  await makeWebhook(merchant, store.id, 'http://127.0.0.1:9/');
  const ticket = await makeTicket(sale, '4');
  await review(sale, ticket.id, 'approve');
  await recordFraudWarningOf(test, sale);
  await test.app.worker.runOnce();
  // As if the buyer had given more of their address.
  await test.database.query(sql`
    update event set body = replace(body, '"country":"DE"', '"country":"DE","postcode":"10115"')
    where store_id = ${decodeId('STO', store.id)}`);
  const [order] = await test.database.query<{ email: string; identity: string }>(sql`
    select buyer_email as email, buyer_identity as identity from orders
    where id = ${decodeId('ORD', sale.orderId)}`);
  Object.assign(parts, { sale, email: order?.email, identity: order?.identity });
});

const buyer = () => ({ storeId: parts.sale.shop.store.id, email: parts.email.toUpperCase() });

describe(EXPORT, () => {
  it('exports all rows about the buyer, by email or by identity', async () => {
    const byEmail = dataOf(await callAsOperator(test, EXPORT, buyer())).buyer;
    const { storeId } = buyer();
    const byIdentity = { storeId, buyerIdentity: parts.identity };
    const again = dataOf(await callAsOperator(test, EXPORT, byIdentity)).buyer;
    expect(byEmail).toMatchObject({
      orders: [{ id: parts.sale.orderId, buyer_email: parts.email }],
      payment: [{ id: parts.sale.paymentId }],
      refund: [{ amount_minor: 400 }],
      refund_ticket_version: [{}],
      fraud_warning: [{ reason: 'made_with_stolen_card' }],
    });
    expect(again.orders).toEqual(byEmail.orders);
    expect(JSON.stringify(byEmail)).not.toMatch(/saved_method|leased_until/);
  });

  it('changes nothing', async () => {
    const before = await dumpText();
    await callAsOperator(test, EXPORT, buyer());
    expect(await dumpText()).toBe(before);
  });
});

describe.each([EXPORT, ERASE])('%s', (path) => {
  it.each([
    [{}, 400, 'Missing required field: storeId'],
    [{ storeId: 'x' }, 400, 'Expected format: STO_xxx, got "x"'],
    [
      { storeId: 'STO_2aUyqjCzEIiEcYMKj7TZtw', email: 1 },
      400,
      'Invalid buyer: email and buyerIdentity are texts',
    ],
    [
      { storeId: 'STO_2aUyqjCzEIiEcYMKj7TZtw' },
      400,
      'Missing required field: provide email or buyerIdentity',
    ],
    [{ storeId: 'STO_2aUyqjCzEIiEcYMKj7TZtw', email: 'a@b.example' }, 404, 'Buyer not found'],
  ])('refuses %j', async (fields, status, message) => {
    const reply = await callAsOperator(test, path, fields);
    expect([reply.status, reply.body.errors]).toEqual([status, [{ message, layer: 'order' }]]);
  });
});

describe(ERASE, () => {
  it('refuses while a subscription or a payment is in progress', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const uuid = decodeId('ORD', orderId);
    const [order] = await test.database.query<{ email: string }>(sql`
      select buyer_email as email from orders where id = ${uuid}`);
    const fields = { storeId: club.store.id, email: order?.email };
    const message = `Buyer has a running subscription: ${orderId}; cancel it first`;
    const refused = await callAsOperator(test, ERASE, fields);
    expect(refused.body.errors).toEqual([{ message, layer: 'order' }]);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active' });
  });

  it('leaves no trace of the person in the database, and the books in order', async () => {
    const other = await makeSale(test);
    const before = await dumpText();
    expect(before).toContain(parts.email);
    expect(before).toContain(parts.identity);
    const ledger = await ledgerOf(parts.sale);
    const erased = dataOf(await callAsOperator(test, ERASE, buyer()));
    expect(erased).toEqual({ orders: [parts.sale.orderId], events: 3 });
    // The analyses are recomputed.
    await test.app.worker.runOnce();
    const after = await dumpText(parts.sale.shop.store.id);
    for (const trace of [parts.email, parts.identity]) expect(after).not.toContain(trace);
    expect(after).not.toMatch(/"4242\\?"/);
    expect(await ledgerOf(parts.sale)).toEqual(ledger);
    expect((await callAsOperator(test, ERASE, buyer())).status).toBe(404);
    const kept = { storeId: other.shop.store.id, buyerIdentity: parts.identity };
    expect((await callAsOperator(test, EXPORT, kept)).status).toBe(200);
    await expectSoundBooks(test);
  });

  it('leaves none in the events and mails of renewals, failed ones included', async () => {
    const club = await makeClub(test, { billingPeriod: 'weekly' });
    const orderId = await subscribe(club, { card: FADING_CARD });
    await advanceDays(club, 7);
    await replaceCard(club, orderId, APPROVED_CARD);
    await advanceDays(club, 8);
    dataOf(await club.merchant.call('subscription-order/end-order', { orderId }));
    const [order] = await test.database.query<{ email: string }>(sql`
      select buyer_email as email from orders where id = ${decodeId('ORD', orderId)}`);
    const email = order?.email as string;
    const storeId = club.store.id;
    const types = (await eventTypesOf(club)).sort();
    expect(types).toEqual(expect.arrayContaining(['past_due', 'recovered', 'renewed']));
    expect(await dumpText(storeId)).toContain(email);
    const erased = dataOf(await callAsOperator(test, ERASE, { storeId, email }));
    expect(erased.events).toBe(types.length);
    await test.app.worker.runOnce();
    expect(await dumpText(storeId)).not.toContain(email);
  });

  it('keeps the events readable and records the erasure in the audit log', async () => {
    const { merchant, store } = parts.sale.shop;
    const { events } = dataOf(await merchant.call('event/list-events', { storeId: store.id }));
    expect(events.length).toBeGreaterThan(1);
    for (const { payload } of events) {
      const parsed = eventSchemas.get(payload.eventType)?.safeParse(payload);
      expect([payload.eventType, parsed?.error?.issues]).toEqual([payload.eventType, undefined]);
      expect(payload.data.billingDetail).toEqual({ country: 'DE', isBusiness: false });
    }
    const orders = await test.database.query(sql`
      select billing_detail as detail from orders where store_id = ${decodeId('STO', store.id)}`);
    expect(orders).toEqual([{ detail: { country: 'DE', isBusiness: false } }]);
    const { entries } = dataOf(await merchant.call('audit/list-entries', { storeId: store.id }));
    expect(entries[0]).toMatchObject({
      action: ERASE,
      credential: { kind: 'operator' },
      details: { orders: 1, events: 3 },
    });
  });
});

async function ledgerOf({ paymentId }: Sale) {
  return test.database.query(sql`
    select account, amount_minor, currency, booked_at from ledger_entry
    where payment_id = ${decodeId('PAY', paymentId)} order by transaction_id, account`);
}

/** The database as text; with a store, only the lines that name it. */
async function dumpText(storeId?: string): Promise<string> {
  const lines: string[] = [];
  const head = { createdAt: '', keyCheck: null };
  await writeDump(test.database, head, async (line) => void lines.push(line));
  if (storeId === undefined) return lines.join('\n');
  const uuid = decodeId('STO', storeId) as string;
  return lines.filter((line) => line.includes(uuid)).join('\n');
}
