// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code that is replaced.
import type { BrokenBuild } from '../broken-build.ts';

const PERIOD = 'src/kit/period.ts';
const PERIOD_TESTS = 'src/kit/period.test.ts';
const OUTAGE = 'src/domain/renewal/outage.test.ts';
const ORDERS = 'src/database/migrations/005.do.orders.sql';
const PAYMENTS = 'src/database/migrations/006.do.payments.sql';
const PROVIDERS = 'src/database/migrations/013.do.payment-providers.sql';

/** The invariants from docs/contract/invariants.md#20 to docs/contract/invariants.md#25. */
export const MONEY: readonly BrokenBuild[] = [
  {
    invariants: [20],
    fault: 'a second click charges while the first is charging',
    edits: [
      {
        file: 'src/domain/checkout/begin-payment.ts',
        find: '  if (order?.charging) throw errors.charging();\n',
        replace: '',
      },
      {
        file: PAYMENTS,
        find: 'create unique index one_live_payment_per_order on',
        replace: 'create index one_live_payment_per_order on',
      },
      {
        file: PAYMENTS,
        find: 'create unique index one_pending_payment_per_order on',
        replace: 'create index one_pending_payment_per_order on',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/onetime-order/create-order.test.ts',
        name: 'Payment is already being processed',
      },
    ],
  },
  {
    invariants: [20],
    fault: 'the provider is called under an id that was not recorded',
    edits: [
      {
        file: 'src/domain/checkout/begin-payment.ts',
        find: 'const request = { paymentId, paymentToken,',
        replace: "const request = { paymentId: newId('PAY', now) ?? paymentId, paymentToken,",
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/payment/settle-payments.test.ts',
        name: 'completes a payment whose process stopped after the charge, once',
      },
    ],
  },
  {
    invariants: [20],
    fault: 'every process that learns of a charge records its event',
    edits: [
      {
        file: 'src/domain/payment/complete-payment.ts',
        find: 'recorded.has(paymentId)',
        replace: 'recorded.has(paymentId) || !recorded.has(paymentId)',
      },
      {
        file: 'src/contract/states.ts',
        find: '  if (rows.length > 0) await',
        replace: '  if (rows.length >= 0) await',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/order/races.test.ts',
        name: 'complete once when the process and workers',
      },
    ],
  },
  {
    invariants: [21],
    fault: 'after an outage, every missed period is charged',
    edits: [
      {
        file: 'src/domain/subscription/subscription.ts',
        find: 'return Math.max(periodNumber + 1, current);',
        replace: 'return Math.min(periodNumber + 1, current);',
      },
    ],
    caughtBy: [{ file: OUTAGE, name: 'the current period is charged once, and skipped ones' }],
  },
  {
    invariants: [21],
    fault: 'the unique keys on live charges are missing',
    edits: [
      {
        file: PAYMENTS,
        find: 'create unique index one_charge_per_period on',
        replace: 'create index one_charge_per_period on',
      },
      {
        file: PAYMENTS,
        find: 'create unique index one_pending_payment_per_order on',
        replace: 'create index one_pending_payment_per_order on',
      },
    ],
    caughtBy: [{ file: OUTAGE, name: 'refuses a second live charge for a period' }],
  },
  {
    invariants: [21],
    fault: "a worker's leases on subscriptions never expire",
    edits: [
      {
        file: 'src/domain/subscription/due.queries.ts',
        find: 'and (leased_until is null or leased_until <= ${now}) and ${undisputed(sql`${storeId}`)}\n        and (${byClock}',
        replace:
          'and leased_until is null and ${undisputed(sql`${storeId}`)}\n        and (${byClock}',
      },
    ],
    caughtBy: [{ file: OUTAGE, name: 'is charged at most five times a day' }],
  },
  {
    invariants: [21],
    fault: 'charges that no provider saw count, and a subscription waits forever',
    edits: [
      {
        file: 'src/domain/subscription/due.queries.ts',
        find: 'payment.failure_reason is distinct from ${NOT_COMPLETED}',
        replace: '${NOT_COMPLETED}::text is not null',
      },
    ],
    caughtBy: [{ file: OUTAGE, name: 'charges that never reached the provider do not count' }],
  },
  {
    invariants: [22],
    fault: 'a period is computed from the previous period instead of the anchor',
    edits: [
      {
        file: PERIOD,
        find: 'return addMonths(anchor, periods * MONTHS[length]);',
        replace: `let time = anchor;
  for (let count = 0; count < periods; count += 1) time = addMonths(time, MONTHS[length]);
  return time;`,
      },
    ],
    caughtBy: [{ file: PERIOD_TESTS, name: 'keep the day of the anchor' }],
  },
  {
    invariants: [22],
    fault: 'periods follow the time zone of the process',
    edits: [
      {
        file: PERIOD,
        find: 'moved.setUTCMonth(moved.getUTCMonth() + months);',
        replace: 'moved.setMonth(moved.getMonth() + months);',
      },
    ],
    caughtBy: [{ file: PERIOD_TESTS, name: 'are the same in every time zone of the process' }],
  },
  {
    invariants: [23],
    fault: 'the sum of refunds is not checked when one is requested',
    edits: [
      {
        file: 'src/domain/refund/refundable.ts',
        find: 'if (asked.amountMinor > leftMinor) {',
        replace: 'if (asked.amountMinor > amountMinor) {',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/refund-ticket/create-ticket.test.ts',
        name: 'Requested amount exceeds the refundable amount of',
      },
    ],
  },
  {
    invariants: [23],
    fault: 'the database lets refunds sum above the charge',
    edits: [
      {
        file: PAYMENTS,
        find: 'check (refund_claimed_minor between 0 and amount_minor)',
        replace: 'check (refund_claimed_minor >= 0)',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/refund-ticket/states.test.ts',
        name: 'refuses tickets that claim more than was charged',
      },
    ],
  },
  {
    invariants: [23],
    fault: 'refunds sum above the charge at the provider',
    edits: [
      {
        file: 'src/providers/sandbox/sandbox-refund.queries.ts',
        find: 'and refunded_minor + ${amount.amountMinor} <= amount_minor',
        replace: '',
      },
      {
        file: PROVIDERS,
        find: 'check (refunded_minor between 0 and coalesce(amount_minor, 0))',
        replace: 'check (refunded_minor >= 0)',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/refund/races.test.ts',
        name: 'never sum above the charge at the provider, whoever sends them',
      },
    ],
  },
  {
    invariants: [24],
    fault: 'money is read through a float',
    edits: [
      {
        file: 'src/kit/money.ts',
        find: "return BigInt(`${match[1]}${fraction.padEnd(digits, '0')}`);",
        replace: 'return BigInt(Math.floor(Number(text) * 10 ** digits));',
      },
    ],
    caughtBy: [{ file: 'src/kit/money.test.ts', name: 'never passes through a float' }],
  },
  {
    invariants: [24],
    fault: 'money is shown through a float',
    edits: [
      {
        file: 'src/kit/money.ts',
        find: 'return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;',
        replace: 'return sign + String(Number(text) / 10 ** digits);',
      },
    ],
    caughtBy: [{ file: 'src/kit/money.test.ts', name: 'writes all digits of the currency' }],
  },
  {
    invariants: [24],
    fault: 'the database keeps a total that is not subtotal and tax',
    edits: [
      {
        file: ORDERS,
        find: 'check (total_minor = subtotal_minor + tax_minor)',
        replace: 'check (total_minor >= 0)',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/order/states.test.ts',
        name: 'refuses a total that is not subtotal and tax',
      },
    ],
  },
  {
    invariants: [24],
    fault: 'what is charged is not the price of the order',
    edits: [
      {
        file: 'src/domain/checkout/begin-payment.ts',
        find: '? session.amountMinor\n',
        replace: '? session.amountMinor + 1n\n',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/onetime-order/create-order.test.ts',
        name: 'charges the price at which the session was created',
      },
    ],
  },
  {
    invariants: [25],
    fault: 'the database accepts any move of a subscription',
    edits: [
      {
        file: ORDERS,
        find: "for each row when (new.kind = 'subscription')",
        replace: "for each row when (new.kind = 'none')",
      },
    ],
    caughtBy: [
      { file: OUTAGE, name: 'refuses every move between states that is not in the table' },
    ],
  },
  {
    invariants: [25],
    fault: 'a completed order may be canceled',
    edits: [
      {
        file: 'src/domain/order/onetime-order.states.ts',
        find: "  { from: 'pending', to: 'canceled' },",
        replace: "  { from: 'pending', to: 'canceled' },\n  { from: 'completed', to: 'canceled' },",
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/order/states.test.ts',
        name: 'match those in the database: onetime_order',
      },
    ],
  },
  {
    invariants: [25],
    fault: 'the database accepts any move of a one-time order',
    edits: [
      {
        file: 'src/database/migrations/127.do.less-to-write-for-a-sale.sql',
        find: "for each row when (new.kind = 'onetime'",
        replace: "for each row when (new.kind = 'none'",
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/order/states.test.ts',
        name: 'are refused by the database if they are not in the table: onetime_order',
      },
    ],
  },
];
