import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import {
  addPriced,
  changePlan,
  confirm,
  type Member,
  makeChange,
  makeMember,
  otherCard,
  previewOf,
} from '../../../test/support/changing.ts';
import { DECIDED_MS, DISPUTED_MS, useCallbacks, WON } from '../../../test/support/disputing.ts';
import { useOutside } from '../../../test/support/outside.ts';
import { EXTERNAL_REFUND_CARD, ticketBody } from '../../../test/support/refunding.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { advanceDays, advanceTo, storeTime, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId, encodeId, type Id } from '../../kit/id.ts';
import { LATE_MS } from '../../providers/sandbox/plan-charge.ts';

/** More for a long run: `MODEL_RUNS=500`. */
const RUNS = Number(process.env.MODEL_RUNS ?? 8);

const outside = useOutside();
const test = useTestApp(outside.settings);
const { pass } = useCallbacks(test, outside);
// Credit shrinks with time, also while a test is slow.
beforeAll(() => test.clock.stop());
afterAll(() => expectSoundBooks(test));

interface Paid {
  readonly id: Id<'PAY'>;
  readonly minor: number;
  /** What tickets of its refunds claim. */
  readonly refunded: number;
}

/** The successful payments of the orders, oldest first. */
function paymentsOf(orderIds: readonly string[]): Promise<Paid[]> {
  const ids = orderIds.map((id) => decodeId('ORD', id));
  return test.database.query<Paid>(sql`
    select id, amount_minor::int as minor, refund_claimed_minor::int as refunded from payment
    where order_id = any(${ids}::uuid[]) and status = 'succeeded' order by created_at, id`);
}

async function refund({ club }: Member, payment: Paid | undefined, amount: string): Promise<void> {
  const body = ticketBody({ paymentId: encodeId('PAY', payment?.id as Id<'PAY'>) }, amount);
  dataOf(await club.merchant.call('refund-ticket/create-ticket', body));
}

/** A subscription, and a plan to which it never changes. */
interface Probed extends Member {
  readonly probe: string;
}

async function makeProbed(): Promise<Probed> {
  const member = await makeMember(test);
  return { ...member, probe: await addPriced(member.club, '50.00') };
}

/** The credit that the subscription would have in an immediate change, in minor units. */
async function creditOf({ probe, ...member }: Probed): Promise<number> {
  const sessionId = await makeChange({ ...member, pro: probe }, { changeTiming: 'immediate' });
  return Math.round(Number(dataOf(await previewOf(member.club, sessionId)).creditAmount) * 100);
}

describe('credit carried by a plan change', () => {
  /** 9.90 paid for the first plan, and with another card 9.90 for the change to one at 19.80. */
  const makeChanged = async (card?: string) => {
    const probed = await makeProbed();
    const first = await subscribe(probed.club, card === undefined ? {} : { card });
    const sessionId = await makeChange({ ...probed, orderId: first });
    const { orderId } = dataOf(await confirm(probed.club, sessionId, await otherCard(test)));
    return { changed: { ...probed, orderId }, first };
  };

  it('shrinks when the payment that it came from is refunded, in part and in full', async () => {
    const { changed, first } = await makeChanged();
    expect(await creditOf(changed)).toBe(1980);
    const [payment] = await paymentsOf([first]);
    await refund(changed, payment, '4.00');
    expect(await creditOf(changed)).toBe(1580);
    await refund(changed, payment, '5.90');
    expect(await creditOf(changed)).toBe(990);
  });

  it('does so through several changes', async () => {
    const { changed, first } = await makeChanged();
    const pro = await addPriced(changed.club, '29.70');
    const last = { ...changed, orderId: await changePlan({ ...changed, pro }) };
    expect(await creditOf(last)).toBe(2970);
    const [payment, second] = await paymentsOf([first, changed.orderId]);
    await refund(changed, payment, '9.90');
    expect(await creditOf(last)).toBe(1980);
    await refund(changed, second, '9.90');
    expect(await creditOf(last)).toBe(990);
  });

  it('is suspended while the payment is disputed, and counts again if that is won', async () => {
    const { changed } = await makeChanged(WON);
    await pass(DISPUTED_MS);
    expect(await creditOf(changed)).toBe(990);
    await pass(DECIDED_MS);
    expect(await creditOf(changed)).toBe(1980);
  });

  it('shrinks when the payment is refunded at the provider itself', async () => {
    const { changed } = await makeChanged(EXTERNAL_REFUND_CARD);
    expect(await creditOf(changed)).toBe(1980);
    await pass(LATE_MS);
    expect(await creditOf(changed)).toBe(990);
  });

  it('pays for no time twice, however often the plan changes within minutes', async () => {
    const { club, orderId } = await makeMember(test);
    const plans = [await addPriced(club, '9.90'), club.productId];
    const orders = [orderId];
    for (let nth = 0; nth < 8; nth += 1) {
      await advanceTo(club, new Date((await storeTime(club)).getTime() + 20 * 60_000));
      const member = { club, pro: plans[nth % 2] as string, orderId: orders.at(-1) as string };
      orders.push(await changePlan(member, { changeTiming: 'immediate' }));
    }
    // 20 minutes of a month cost less than half a cent, all of them 3.7 cents.
    const charged = (await paymentsOf(orders)).map(({ minor }) => minor);
    expect(charged).toEqual([990, 1, 1, 1]);
  });

  it('is what was unused of the money that is kept, as if refunded before the change', async () => {
    const credits: number[] = [];
    for (const isBefore of [true, false]) {
      const probed = await makeProbed();
      const first = await subscribe(probed.club);
      const [payment] = await paymentsOf([first]);
      await advanceDays(probed.club, 6);
      if (isBefore) await refund(probed, payment, '8.90');
      const change = { changeTiming: 'immediate', changeAmount: '0' };
      const orderId = await changePlan({ ...probed, orderId: first }, change);
      if (!isBefore) await refund(probed, payment, '8.90');
      credits.push(await creditOf({ ...probed, orderId }));
    }
    expect(credits[0]).toBe(credits[1]);
    expect(credits[0]).toBeLessThan(100);
  });
});

type Step =
  | { readonly kind: 'change'; readonly amount: number }
  | { readonly kind: 'refund'; readonly of: number; readonly share: number }
  | { readonly kind: 'wait'; readonly days: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), amount: fc.integer({ min: 1, max: 6000 }) }),
  fc.record({ kind: fc.constant('refund' as const), of: fc.nat(9), share: fc.constantFrom(1, 2) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
);

describe('the credit of any subscription', () => {
  it(`never exceeds what is kept of its payments, in ${RUNS} histories`, async () => {
    const probed = await makeProbed();
    const { club } = probed;
    const plans = [club.productId, probed.pro];
    const property = fc.asyncProperty(
      fc.array(steps, { minLength: 3, maxLength: 7 }),
      async (taken) => {
        const orders = [await subscribe(club)];
        const member = () => ({
          ...probed,
          pro: plans[orders.length % 2] as string,
          orderId: orders.at(-1) as string,
        });
        for (const step of taken) {
          if (step.kind === 'wait') await advanceDays(club, step.days);
          else if (step.kind === 'change') {
            const priceSnapshot = { amount: (step.amount / 100).toFixed(2), taxCategory: 'saas' };
            const change = { changeTiming: 'immediate', priceSnapshot };
            orders.push(dataOf(await confirm(club, await makeChange(member(), change))).orderId);
          } else {
            const payments = await paymentsOf(orders);
            const payment = payments[step.of % payments.length] as Paid;
            const part = Math.floor((payment.minor - payment.refunded) / step.share);
            if (part > 0) await refund(member(), payment, (part / 100).toFixed(2));
          }
          const payments = await paymentsOf(orders);
          const kept = payments.reduce((sum, { minor, refunded }) => sum + minor - refunded, 0);
          expect(await creditOf(member())).toBeLessThanOrEqual(kept);
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  }, 120_000);
});
