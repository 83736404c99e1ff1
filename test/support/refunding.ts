import { sql } from '../../src/database/database.ts';
import { findChangeableRefund } from '../../src/domain/refund/refund.queries.ts';
import { settleRefund } from '../../src/domain/refund/settle-refund.ts';
import { decodeId, encodeId, type Id } from '../../src/kit/id.ts';
import { LATE_MS } from '../../src/providers/sandbox/plan-charge.ts';
import { createSandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import type { CardBehavior } from '../../src/providers/sandbox/test-cards.ts';
import type { CallOptions, Reply } from './merchant.ts';
import {
  callAsBuyer,
  dataOf,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from './selling.ts';
import type { TestApp } from './test-app.ts';

/** Refunds of payments with this card fail. */
export const FAILING_REFUNDS_CARD = '4000000000005126';
/** Refunds of payments with this card are accepted first and succeed later. */
export const LATE_REFUNDS_CARD = '4000000000007726';
/** Payments with this card are refunded at the provider itself, `LATE_MS` later. */
export const EXTERNAL_REFUND_CARD = '4000000000005142';
/** Milliseconds until a worker takes up a refund that another left behind. */
export const REFUND_LEASE_MS = 60_000;
export const DAY_MS = 24 * 60 * 60 * 1000;

/** A sale of 9.90 USD to `buyer-1`. */
export interface Sale {
  readonly shop: Shop;
  readonly orderId: string;
  /** `PAY_xxx`. */
  readonly paymentId: string;
}

export interface SaleOptions {
  readonly card?: string;
  readonly session?: Readonly<Record<string, unknown>>;
}

/** Sells something in a new shop, or in the given one. */
export async function makeSale(
  test: TestApp,
  { card, session = {} }: SaleOptions = {},
  given?: Shop,
): Promise<Sale> {
  const shop = given ?? (await makeShop(test));
  const body = await payingBody(test, await makeSession(shop, session), card);
  const token = await makeBuyerToken(shop);
  const { orderId } = dataOf(await callAsBuyer(test, token, 'onetime-order/create-order', body));
  const [payment] = await test.database.query<{ id: Id<'PAY'> }>(sql`
    select id from payment where store_id = ${decodeId('STO', shop.store.id)}
      and order_id = ${decodeId('ORD', orderId)}`);
  return { shop, orderId, paymentId: encodeId('PAY', payment?.id as Id<'PAY'>) };
}

/** The body that requests a refund of the sale. */
export function ticketBody({ paymentId }: Pick<Sale, 'paymentId'>, amount = '9.90') {
  return { paymentId, reason: 'Not as described', requestedAmount: { amount, currency: 'USD' } };
}

/** Calls an action as a buyer of the sale's shop. */
export async function asBuyer(
  { shop }: Pick<Sale, 'shop'>,
  path: string,
  body: unknown,
  { buyer = 'buyer-1', ...options }: CallOptions & { readonly buyer?: string } = {},
): Promise<Reply> {
  return callAsBuyer(shop.test, await makeBuyerToken(shop, buyer), path, body, options);
}

/** A customer's ticket for the sale, waiting for review; returns its view. */
export async function makeTicket(sale: Sale, amount?: string) {
  return dataOf(await asBuyer(sale, 'refund-ticket/create-ticket', ticketBody(sale, amount)))
    .ticket;
}

/** Decides the ticket as the shop's owner; returns its view. */
export async function review({ shop }: Sale, ticketId: string, decision: string, note?: string) {
  const body = { ticketId, decision, note };
  return dataOf(await shop.merchant.call('refund-ticket/review-ticket', body)).ticket;
}

/** Makes the sale's card behave otherwise from now on. */
export async function changeBehavior(
  test: TestApp,
  { paymentId }: Pick<Sale, 'paymentId'>,
  behavior: CardBehavior,
): Promise<void> {
  await test.database.query(sql`
    update sandbox_token set behavior = ${behavior}
    where token = (select token from sandbox_charge
      where idempotency_key = ${decodeId('PAY', paymentId)}::text)`);
}

/** The bank sends back the refund of a ticket's current version; returns whether it had succeeded. */
export async function sendBackRefund(
  test: TestApp,
  sale: Sale,
  ticketId: string,
): Promise<boolean> {
  await changeBehavior(test, sale, 'return_refunds');
  test.clock.advance(LATE_MS);
  const [refund] = await test.database.query<{ id: Id<'REF'> }>(sql`
    select refund.id from refund join refund_ticket ticket on ticket.store_id = refund.store_id
      and ticket.id = refund.ticket_id and ticket.version_number = refund.ticket_version
    where ticket.id = ${decodeId('TKT', ticketId)} and refund.status = 'succeeded'`);
  const [known] = refund ? await findChangeableRefund(test.database, refund.id) : [];
  if (!known) return false;
  await settleRefund(test.database, createSandboxProvider(test.database), known, test.clock.now());
  return true;
}

/** The ticket's status and version in the database. */
export async function ticketRow(test: TestApp, ticketId: string) {
  const [row] = await test.database.query<{ status: string; version: number }>(sql`
    select status, version_number as version from refund_ticket
    where id = ${decodeId('TKT', ticketId)}`);
  return row;
}

/** The payment's refund state, and the refund totals here and at the provider. */
export async function refundsOf(test: TestApp, { paymentId }: Pick<Sale, 'paymentId'>) {
  const id = decodeId('PAY', paymentId);
  const [row] = await test.database.query<object>(sql`
    select refund_status as status, refund_claimed_minor::int as claimed,
      (select coalesce(sum(amount_minor), 0)::int from refund
        where refund.store_id = payment.store_id and payment_id = payment.id
          and status = 'succeeded') as refunded
    from payment where id = ${id}`);
  const [charge] = await test.database.query<{ refunded: number }>(sql`
    select refunded_minor::int as refunded from sandbox_charge
    where idempotency_key = ${id}::text`);
  return row && { ...row, atProvider: charge?.refunded ?? null };
}

/** What a stopped worker leaves behind: the lease, and the provider's refund if it was called. */
export async function leaveBehind(
  test: TestApp,
  { paymentId }: Sale,
  isAsked: boolean,
): Promise<void> {
  const now = test.clock.now();
  const id = decodeId('PAY', paymentId) as string;
  const [due] = await test.database.query<{ id: string; amountMinor: bigint }>(sql`
    update refund set attempt_count = 1, leased_until = ${new Date(now.getTime() + REFUND_LEASE_MS)}
    where payment_id = ${id} and status = 'pending'
    returning id, amount_minor as "amountMinor"`);
  if (!due || !isAsked) return;
  await createSandboxProvider(test.database).refund({
    ...{ refundId: due.id, paymentId: id, chargeReference: null, now },
    amount: { amountMinor: due.amountMinor, currency: 'USD' },
  });
}
