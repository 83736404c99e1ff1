import type { PaymentProvider, SignedCallback } from '../../src/contract/payment-provider.ts';
import { sql } from '../../src/database/database.ts';
import { addMs } from '../../src/kit/time.ts';
import { signCallback } from '../../src/providers/sandbox/callback-signature.ts';
import { LATE_MS } from '../../src/providers/sandbox/plan-charge.ts';
import { DECIDED_MS, DISPUTED_MS } from '../../src/providers/sandbox/sandbox-disputes.ts';
import { WARNED_MS } from '../../src/providers/sandbox/sandbox-fraud-warnings.ts';
import { createSandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import { createStripeProvider } from '../../src/providers/stripe/stripe-provider.ts';
import { createSecrets } from '../../src/secrets.ts';
import { makeCardToken } from '../support/selling.ts';
import { moveDispute, openDispute } from '../support/stripe-mock/disputes.ts';
import { warnOfFraud } from '../support/stripe-mock/fraud-warnings.ts';
import { endIntent, refundedOf } from '../support/stripe-mock/payment-intents.ts';
import { createRefund, endRefund } from '../support/stripe-mock/refunds.ts';
import {
  type Fault,
  type StripeMock,
  settingsFor,
  signEvent,
} from '../support/stripe-mock/stripe-mock.ts';
import { TEST_SECRET_KEY, type TestApp } from '../support/test-app.ts';

/** How a buyer's card behaves; every provider has a test card for each. */
export type Kind =
  | 'good'
  | 'declined'
  | 'lacks_funds'
  | 'ends_later'
  | 'declined_later'
  | 'loses_request'
  | 'loses_answer'
  | 'refunds_later'
  /** The charge is refunded at the provider later. */
  | 'refunded_externally'
  /** The buyer disputes the charge; the bank decides later. */
  | 'dispute_lost'
  | 'dispute_won'
  /** The buyer's bank warns of fraud later. */
  | 'warned'
  /** It can be saved, but later charges are declined. */
  | 'fades'
  /** Like `fades`, but the bank says never to charge it again. */
  | 'refused';

/** Controls for a provider under test. */
export interface Rig {
  readonly provider: PaymentProvider;
  /**
   * The token the page would get for such a card; a lost request or answer is that of the next
   * charge.
   */
  makeToken(kind: Kind): Promise<string>;
  /** Minor units moved by a payment's charge, according to the provider's own books. */
  movedFor(paymentId: string): Promise<{ charges: number; charged: number; refunded: number }>;
  /** Ends a charge in progress; returns the time at which it ended. */
  endCharge(paymentId: string, succeeds: boolean): Promise<Date>;
  endRefund(refundId: string): Promise<void>;
  /** Refunds a charge at the provider itself; returns the time at which that happened. */
  refundExternally(paymentId: string): Promise<Date>;
  /** Files a charge's dispute, or ends it; returns the time at which that happened. */
  dispute(paymentId: string, status: 'open' | 'won' | 'lost'): Promise<Date>;
  /** Lets the buyer's bank warn of fraud; returns the time at which that happened. */
  warnOfFraud(paymentId: string): Promise<Date>;
  /** A callback about a payment or a refund, signed at the given time. */
  sign(about: { paymentId: string } | { refundId: string }, at: Date): SignedCallback;
}

const SANDBOX_CARDS: Readonly<Record<Kind, string>> = {
  good: '4242424242424242',
  declined: '4000000000000002',
  lacks_funds: '4000000000009995',
  ends_later: '4000000000006629',
  declined_later: '4000000000006637',
  loses_request: '4000000000006611',
  loses_answer: '4000000000006603',
  refunds_later: '4000000000007726',
  refunded_externally: '4000000000005142',
  dispute_lost: '4000000000000259',
  dispute_won: '4000000000002685',
  warned: '4000000000005423',
  fades: '4000000000000341',
  refused: '4000000000000358',
};

export function sandboxRig(test: TestApp): Rig {
  const secrets = createSecrets(TEST_SECRET_KEY);
  return {
    provider: createSandboxProvider(test.database, secrets),
    makeToken: (kind) => makeCardToken(test, SANDBOX_CARDS[kind]),
    movedFor: async (paymentId) => {
      const rows = await test.database.query<{ charged: bigint; refunded: bigint }>(sql`
        select amount_minor as charged, refunded_minor as refunded from sandbox_charge
        where idempotency_key = ${paymentId} and status = 'succeeded'`);
      const [row] = rows;
      return {
        charges: rows.length,
        charged: Number(row?.charged ?? 0),
        refunded: Number(row?.refunded ?? 0),
      };
    },
    // The card decides the result; only the time has to pass.
    endCharge: async () => addMs(test.clock.now(), LATE_MS),
    endRefund: async () => {},
    refundExternally: async () => addMs(test.clock.now(), LATE_MS),
    dispute: async (_paymentId, status) =>
      addMs(test.clock.now(), status === 'open' ? DISPUTED_MS : DECIDED_MS),
    warnOfFraud: async () => addMs(test.clock.now(), WARNED_MS),
    sign: (about, now) => {
      const [subject, subjectId] =
        'paymentId' in about ? ['payment', about.paymentId] : ['refund', about.refundId];
      const body = JSON.stringify({ id: 'cb', type: 'payment.succeeded', subject, subjectId });
      const headers = { 'sandbox-signature': signCallback(secrets, body, now) };
      return { body: Buffer.from(body), headers, now };
    },
  };
}

const STRIPE_METHODS: Readonly<Record<Kind, string>> = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  lacks_funds: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  ends_later: 'pm_mock_slow',
  declined_later: 'pm_mock_slow',
  loses_request: 'pm_card_visa',
  loses_answer: 'pm_card_visa',
  refunds_later: 'pm_card_pendingRefund',
  refunded_externally: 'pm_card_visa',
  dispute_lost: 'pm_card_visa',
  dispute_won: 'pm_card_visa',
  warned: 'pm_card_visa',
  fades: 'pm_card_chargeCustomerFail',
  refused: 'pm_mock_refused',
};

/** Includes the package's own retry. */
const TO_LOSE_ALL = 2;
const CONFIRM = 'POST /v1/payment_intents/:id/confirm';
const FAULTS: Readonly<Partial<Record<Kind, Fault>>> = {
  loses_request: { on: CONFIRM, kind: 'lose_request', times: TO_LOSE_ALL },
  loses_answer: { on: CONFIRM, kind: 'lose_answer', times: TO_LOSE_ALL },
};

export function stripeRig(test: TestApp, mock: StripeMock): Rig {
  const intentsOf = (paymentId: string) =>
    [...mock.books.intents.values()].filter((one) => one.metadata.tillgate_payment === paymentId);
  return {
    provider: createStripeProvider(settingsFor(mock), test.database),
    makeToken: async (kind) => {
      const fault = FAULTS[kind];
      if (fault) mock.faults.push({ ...fault });
      return STRIPE_METHODS[kind];
    },
    movedFor: async (paymentId) => {
      const charged = intentsOf(paymentId).filter(({ status }) => status === 'succeeded');
      return {
        charges: charged.length,
        charged: charged.reduce((sum, { amount_received: amount }) => sum + amount, 0),
        refunded: charged.reduce((sum, { id }) => sum + refundedOf(mock.books, id), 0),
      };
    },
    endCharge: async (paymentId, succeeds) => {
      for (const { id } of intentsOf(paymentId)) endIntent(mock.books, id, succeeds);
      return test.clock.now();
    },
    endRefund: async (refundId) => {
      const { refunds } = mock.books;
      const own = refunds.filter(({ metadata }) => metadata?.tillgate_refund === refundId);
      for (const { id } of own) endRefund(mock.books, id, true);
    },
    refundExternally: async (paymentId) => {
      for (const { id } of intentsOf(paymentId)) createRefund(mock.books, { payment_intent: id });
      return test.clock.now();
    },
    dispute: async (paymentId, status) => {
      const { books } = mock;
      const [intent] = intentsOf(paymentId);
      const known = books.disputes.find(({ payment_intent: id }) => id === intent?.id);
      if (status === 'open') openDispute(books, intent?.id ?? '');
      else moveDispute(books, known?.id ?? '', status);
      return test.clock.now();
    },
    warnOfFraud: async (paymentId) => {
      for (const { id } of intentsOf(paymentId)) warnOfFraud(mock.books, id);
      return test.clock.now();
    },
    sign: (about, now) => {
      const [type, metadata] =
        'paymentId' in about
          ? ['payment_intent.succeeded', { tillgate_payment: about.paymentId }]
          : ['refund.updated', { tillgate_refund: about.refundId }];
      const event = { id: 'evt_1', object: 'event', type, data: { object: { metadata } } };
      const { payload, headers } = signEvent(event, { at: now });
      return { body: Buffer.from(payload), headers, now };
    },
  };
}
