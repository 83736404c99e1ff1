import { beforeAll, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { mailsOfStore } from '../../../test/support/mail.ts';
import {
  APPROVED_CARD,
  callAsBuyer,
  dataOf,
  eventsOf,
  makeBuyerToken,
  makeCardToken,
  type Shop,
} from '../../../test/support/selling.ts';
import {
  advanceDays,
  DAY_MS,
  FADING_CARD,
  makeClub,
  REFUSED_CARD,
  replaceCard,
  sentOf,
  stateOf,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { createPayments } from '../../providers/payments.ts';
import { payments } from '../../sales.ts';
import { claimSteps, type RenewalContext } from './renew.ts';
import { type ChargeStep, requestOf, takeStep } from './take-step.ts';

const test = useTestApp();
// Two clubs are compared by time.
beforeAll(() => test.clock.stop());

const LEASE_MS = 60_000;
/** What the sandbox saw: the first charge, and the one that the bank refused. */
const ASKED = ['succeeded', 'declined'];
const RECOVERED = { status: 'active', charged: [1, 2], failedAttempts: 0 };

describe('a card that its bank has refused permanently', () => {
  it('isn’t sent to the provider again, and everything else is as after plain declines', async () => {
    const plain = await makeWeekly(FADING_CARD);
    const refused = await makeWeekly(REFUSED_CARD);
    for (const [days, status, failedAttempts] of [
      [7, 'past_due', 1],
      [1, 'past_due', 2],
      [2, 'past_due', 3],
      [2, 'past_due', 4],
      [2, 'canceled', 4],
    ] as const) {
      for (const { club, orderId } of [plain, refused]) {
        await advanceDays(club, days);
        expect(await stateOf(club, orderId)).toMatchObject({ status, failedAttempts });
      }
    }
    expect(await sentOf(plain.club, plain.orderId)).toHaveLength(6);
    expect(await sentOf(refused.club, refused.orderId)).toEqual(ASKED);
    expect(await traceOf(refused)).toEqual(await traceOf(plain));
    await expectSoundBooks(test);
  });

  it('is replaced by another one, which is charged immediately and from then on', async () => {
    const { club, orderId } = await makeRefused();
    await advanceDays(club, 1);
    expect(await sentOf(club, orderId)).toEqual(ASKED);
    await giveCard(club, orderId, APPROVED_CARD);
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject(RECOVERED);
    await advanceDays(club, 7);
    expect(await stateOf(club, orderId)).toMatchObject({ charged: [1, 2, 3] });
  });

  it('can be followed by another that is declined, which is sent at each retry', async () => {
    const { club, orderId } = await makeRefused();
    await giveCard(club, orderId, FADING_CARD);
    await test.app.worker.runOnce();
    await advanceDays(club, 7);
    await advanceDays(club, 3);
    expect(await sentOf(club, orderId)).toEqual([
      ...[...ASKED, 'succeeded', 'declined', 'declined', 'declined'],
    ]);
  });

  it('counts as chargeable again if a charge of it succeeds after all', async () => {
    const { club, orderId } = await makeWeekly(APPROVED_CARD);
    await test.database.query(sql`
      update subscription set refused_method = saved_method
      where order_id = ${uuidOf('ORD', orderId)}`);
    test.clock.advance(7 * DAY_MS);
    const { context, step } = await claimFor(club);
    expect(step.isRefused).toBe(true);
    // As by a worker of the previous release.
    await takeStep(context, { ...step, isRefused: false });
    await advanceDays(club, 7);
    expect(await stateOf(club, orderId)).toMatchObject({ charged: [1, 2, 3] });
  });
});

describe('a late outcome', () => {
  it('doesn’t count against a card that replaced the refused one during the charge', async () => {
    const { club, orderId } = await makeWeekly(REFUSED_CARD);
    test.clock.advance(7 * DAY_MS);
    const { context, step } = await claimFor(club);
    await replaceCard(club, orderId, APPROVED_CARD);
    await takeStep(context, step);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due' });
    await advanceDays(club, 1);
    expect(await stateOf(club, orderId)).toMatchObject(RECOVERED);
  });

  it.each([
    { by: 'nothing', card: null, after: { status: 'past_due', failedAttempts: 2 }, sent: ASKED },
    { by: 'another card', card: APPROVED_CARD, after: RECOVERED, sent: [...ASKED, 'succeeded'] },
  ])('that another process settles counts for the charged card, replaced by $by', async (late) => {
    const { club, orderId } = await makeWeekly(REFUSED_CARD);
    test.clock.advance(7 * DAY_MS);
    const { step } = await claimFor(club);
    // The process stops before it records the outcome.
    await step.provider.charge(requestOf(step, test.clock.now()));
    if (late.card) await replaceCard(club, orderId, late.card);
    test.clock.advance(LEASE_MS);
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due', failedAttempts: 1 });
    await advanceDays(club, 1);
    expect(await stateOf(club, orderId)).toMatchObject(late.after);
    expect(await sentOf(club, orderId)).toEqual(late.sent);
  });

  it('of a retry whose process stopped is the same failure, still without the provider', async () => {
    const { club, orderId } = await makeWeekly(REFUSED_CARD);
    test.clock.advance(7 * DAY_MS);
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due', failedAttempts: 1 });
    test.clock.advance(DAY_MS);
    const { step } = await claimFor(club);
    expect(step.isRefused).toBe(true);
    test.clock.advance(LEASE_MS);
    await test.app.worker.runOnce();
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due', failedAttempts: 2 });
    expect(await sentOf(club, orderId)).toEqual(ASKED);
  });
});

interface Weekly {
  readonly club: Shop;
  readonly orderId: string;
}

async function makeWeekly(card: string): Promise<Weekly> {
  const club = await makeClub(test, { billingPeriod: 'weekly' });
  return { club, orderId: await subscribe(club, { card }) };
}

/** A subscription that is past due since its bank refused the card. */
async function makeRefused(): Promise<Weekly> {
  const refused = await makeWeekly(REFUSED_CARD);
  await advanceDays(refused.club, 7);
  expect(await sentOf(refused.club, refused.orderId)).toEqual(ASKED);
  return refused;
}

async function giveCard(club: Shop, orderId: string, card: string): Promise<void> {
  const body = { orderId, paymentMethod: 'card', paymentToken: await makeCardToken(test, card) };
  const token = await makeBuyerToken(club, 'buyer-1');
  dataOf(await callAsBuyer(test, token, 'subscription-order/update-payment-method', body));
}

/** The step of the club's only due subscription. */
async function claimFor({ store }: Shop) {
  const ports = { ...createPayments('none', test.database), payments };
  const context: RenewalContext = {
    ...{ database: test.database, ports, currentTime: () => test.clock.now() },
  };
  const side = { storeId: uuidOf('STO', store.id), environment: 'test' } as const;
  const [step] = (await claimSteps(context, side, 1)) as ChargeStep[];
  return { context, step: step as ChargeStep };
}

/** All that payments, events and mails tell about the subscription. */
async function traceOf({ club, orderId }: Weekly) {
  const failures = await test.database.query<Record<string, unknown>>(sql`
    select status, failure_reason, period_number, amount_minor, method, created_at
    from payment where order_id = ${uuidOf('ORD', orderId)} order by created_at, id`);
  const events = (await eventsOf(club)).map(({ eventType, data }) => [
    ...[eventType, data.orderStatus, data.paymentFailureReason, data.periodNumber],
  ]);
  const mails = (await mailsOfStore(test, club.store.id)).map(({ subject }) => subject).sort();
  return { failures, events, mails };
}
