import { type Sql, sql } from '../../../src/database/database.ts';
import { later } from '../../../src/database/later.ts';
import type { Fault, Takeover } from './fault-log.ts';
import type { Exchange, Write } from './journal.ts';

/** Deliberately breaks a promise, to verify that its check can fail. */
export interface Break {
  readonly promise: RegExp;
  /** Statements that bypass all triggers, on consistent books. */
  readonly statements?: readonly Sql[];
  readonly writes?: readonly Partial<Write>[];
  readonly exchanges?: readonly Partial<Exchange>[];
  readonly faults?: readonly Partial<Fault>[];
  readonly takeovers?: readonly Partial<Takeover>[];
  /** A sighting for this invariant. */
  readonly sighting?: number;
  readonly leak?: 'prompt' | 'token' | 'illegal move';
}

const anHour = sql`interval '1 hour'`;
const ofSale = sql`(select id from orders where kind = 'onetime' and status = 'completed' limit 1)`;
const ofClub = sql`(select order_id from subscription where period_number = 2 limit 1)`;

/** A payment that failed here although its charge succeeded at the provider. */
function chargeAgain(orderId: Sql, periodNumber: number | null): Sql[] {
  return [
    sql`insert into payment (id, store_id, environment, order_id, status, currency, amount_minor,
        method, provider, period_number, leased_until, created_at, updated_at)
      select '00000000-0000-7000-8000-000000000001', store_id, environment, order_id, 'failed',
        currency, amount_minor, method, provider, ${periodNumber}::int, leased_until, created_at,
        updated_at
      from payment where order_id = ${orderId} and status = 'succeeded' limit 1`,
    sql`insert into sandbox_charge
        (idempotency_key, reference, status, token, currency, amount_minor, created_at)
      values ('00000000-0000-7000-8000-000000000001', 'twice', 'succeeded', 'tok', 'USD', 990, now())`,
  ];
}

function toldOf(type: string, eventId: string): Sql {
  return sql`insert into event (id, store_id, environment, type, event_id, body, created_at)
    select gen_random_uuid(), store_id, environment, ${type}, ${eventId}, '{"timestamp":"2026-05"}',
      now()
    from orders limit 1`;
}

const BOOK_BREAKS: readonly Break[] = [
  { promise: /A session is charged once/, statements: chargeAgain(ofSale, null) },
  { promise: /Every charge at the provider/, statements: chargeAgain(ofSale, null) },
  {
    promise: /Every charge at the provider/,
    statements: [sql`update sandbox_charge set amount_minor = amount_minor + 1`],
  },
  {
    promise: /No payment and no refund is left/,
    statements: [sql`update refund set status = 'pending'`],
  },
  {
    promise: /Refunds never sum above/,
    statements: [sql`update sandbox_charge set refunded_minor = 0`],
  },
  {
    promise: /Refunds never sum above/,
    statements: [
      sql`update refund set amount_minor = 991`,
      sql`update sandbox_refund
      set amount_minor = 991`,
    ],
  },
  { promise: /Totals add up/, statements: [sql`update checkout_session set amount_minor = 1`] },
  {
    promise: /the doctor finds nothing/,
    statements: [sql`delete from ledger_entry where account = 'sales'`],
  },
  {
    promise: /The ledger holds what/,
    statements: [sql`update ledger_entry set amount_minor = amount_minor * 2`],
  },
  { promise: /No period of a subscription is charged twice/, statements: chargeAgain(ofClub, 2) },
  {
    promise: /Every charged period has its charge/,
    statements: [
      sql`update subscription_period set payment_id = null, outcome = 'skipped'
        where order_id = ${ofClub} and period_number = 2`,
    ],
  },
  {
    promise: /Periods follow each other/,
    statements: [
      sql`update subscription_period set period_number = 3
        where order_id = ${ofClub} and period_number = 2`,
    ],
  },
  {
    promise: /Periods follow each other/,
    statements: [
      sql`update subscription_period set starts_at = ${later(sql`starts_at`, sql`interval '-1 hour'`)}
        where order_id = ${ofClub} and period_number = 2`,
    ],
  },
  {
    promise: /Nothing that is due is left/,
    statements: [sql`update subscription set due_at = now() - ${anHour}`],
  },
  {
    promise: /Every period begins and ends/,
    statements: [sql`update subscription_period set ends_at = ${later(sql`ends_at`, anHour)}`],
  },
  {
    promise: /past_due is sent at most once/,
    statements: [1, 2].map(() => toldOf('subscription.past_due', 'ORD_x')),
  },
  {
    promise: /A sale has its one event/,
    statements: [sql`delete from event where type = 'order.completed'`],
  },
  { promise: /A sale has its one event/, statements: [toldOf('order.completed', 'PAY_x')] },
  {
    promise: /A refund that ended has its one event/,
    statements: [sql`delete from event where type like 'refund.%'`],
  },
  {
    promise: /A charge of a subscription has one event/,
    statements: [toldOf('subscription.payment_succeeded', 'PAY_x')],
  },
  {
    promise: /A subscription is activated once/,
    statements: [sql`delete from event where type = 'subscription.activated'`],
  },
  {
    promise: /A subscription that runs on/,
    statements: [sql`delete from event where type = 'subscription.uncanceled'`],
  },
  {
    promise: /An answer of any size/,
    statements: [
      sql`insert into webhook_attempt
          (id, store_id, delivery_id, attempted_at, duration_ms, response_body)
        values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), 1,
          repeat('x', 65537))`,
    ],
  },
  {
    promise: /Only answers of success/,
    statements: [sql`update idempotency_key set answer = '{"data":null,"errors":[{}]}'`],
  },
  {
    promise: /The same key of several merchants/,
    statements: [
      sql`insert into idempotency_key (scope, key, claim, leased_until, expires_at, answer)
        select scope, 'the-same-key-for-everybody', gen_random_uuid(), now(), now(), '{"data":1}'
        from (values ('one'), ('other')) as given (scope)`,
    ],
  },
  {
    promise: /No merchant owns more than 20/,
    statements: [
      sql`insert into store (id, name, slug, status, created_at, updated_at)
        select gen_random_uuid(), 'x', 'many-' || number, 'active', now(), now()
        from generate_series(1, 21) number`,
      sql`insert into store_merchant (store_id, merchant_id, role, created_at)
        select store.id, '00000000-0000-7000-8000-000000000001', 'owner', now() from store
        where slug like 'many-%'`,
    ],
  },
  {
    promise: /Every store has one owner/,
    statements: [sql`delete from store_merchant`],
  },
  {
    promise: /A deleted store has no live product/,
    statements: [sql`update store set deleted_at = now()`],
  },
  {
    promise: /Fields outside the documented/,
    statements: [sql`update store set prod_enabled = true`],
  },
];

const at = { startedAt: 1_000, endedAt: 2_000, name: 'store/create-store', message: null };
const lost: Partial<Write> = { kind: 'product', name: 'create', key: 'lost', text: '{}' };
const IN_FLIGHT = 'Request with this idempotency key is already being processed';

const JOURNAL_BREAKS: readonly Break[] = [
  { promise: /One key has one effect/, writes: [{ ...lost, outcome: 'acknowledged' }] },
  {
    promise: /Every acknowledged answer is stored/,
    writes: [{ ...lost, outcome: 'acknowledged' }],
  },
  { promise: /No claim outlives/, writes: [{ ...lost, outcome: 'unknown' }] },
  {
    promise: /A key in flight is answered/,
    exchanges: [{ ...at, endedAt: 9_000, status: 409, message: IN_FLIGHT }],
  },
  { promise: /Every answer is the envelope/, exchanges: [{ ...at, status: 200, misshapen: 'no' }] },
  { promise: /No 5xx but while/, exchanges: [{ ...at, status: 500 }] },
  {
    promise: /An unavailable database is reported/,
    exchanges: [{ ...at, endedAt: 60_000, status: 500 }],
  },
  {
    promise: /A stop ends with code 0/,
    faults: [{ kind: 'SIGTERM', target: 'api 1', from: 0, to: 1, excuses: false, code: 1 }],
  },
  {
    promise: /A stop ends with code 0/,
    faults: [{ kind: 'SIGTERM', target: 'api 1', from: 0, to: 40_000, excuses: false, code: 0 }],
  },
  { promise: /Every later answer/, sighting: 1 },
  { promise: /What was acknowledged is in every later read/, sighting: 4 },
  { promise: /Two identical signed/, sighting: 6 },
  { promise: /Of first publishes/, sighting: 8 },
  { promise: /What is not the caller/, sighting: 26 },
  { promise: /A deleted key is refused/, sighting: 27 },
  { promise: /Altered, old and foreign/, sighting: 29 },
  { promise: /Hostile requests get/, sighting: 30 },
  { promise: /Broken names/, sighting: 31 },
  { promise: /Every API process is ready/, sighting: 34 },
  { promise: /acknowledges writes within 5 s/, takeovers: [{ kind: 'slow', writtenMs: 6_000 }] },
  { promise: /No process of the service ends/, sighting: 41 },
  { promise: /No prompt is in any table/, leak: 'prompt' },
  { promise: /No token of a webhook/, leak: 'token' },
  { promise: /never had to refuse an illegal/, leak: 'illegal move' },
];

export const BREAKS: readonly Break[] = [...BOOK_BREAKS, ...JOURNAL_BREAKS];
