import { describe, expect, it } from 'vitest';
import type { ListedDispute } from '../../src/contract/dispute.ts';
import type {
  ChargeOutcome,
  ChargeRequest,
  RecordedCharge,
} from '../../src/contract/payment-provider.ts';
import type { RefundOutcome } from '../../src/contract/refund.ts';
import { DAY_MS } from '../../src/kit/period.ts';
import { addMs } from '../../src/kit/time.ts';
import { useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import { useTestApp } from '../support/test-app.ts';
import { type Kind, type Rig, sandboxRig, stripeRig } from './rig.ts';

const test = useTestApp();
const mock = useStripeMock();
const AMOUNT_MINOR = 990n;
const STALE_MS = 301_000;

/** What `PaymentProvider` promises, tested with every provider. */
describe.each([
  { name: 'sandbox', makeRig: () => sandboxRig(test) },
  { name: 'stripe', makeRig: () => stripeRig(test, mock) },
])('the $name provider', ({ makeRig }) => {
  describe('charges', () => {
    it('once per payment, for 20 concurrent requests', async () => {
      const rig = makeRig();
      const request = await requestFor(rig, 'good');
      const asked = Array.from({ length: 20 }, () => rig.provider.charge(request));
      const settled = await Promise.allSettled(asked);
      // A caller that got no answer retries.
      const outcome = await rig.provider.charge(request);
      expect(outcome).toMatchObject({ status: 'succeeded', card: { last4: '4242' } });
      const told = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(told.length).toBeGreaterThan(0);
      for (const each of told) expect(each).toEqual(outcome);
      expect(await rig.movedFor(request.paymentId)).toEqual(moved({ charges: 1 }));
      expect(await rig.provider.settle(request.paymentId, test.clock.now())).toEqual(outcome);
    });

    it('never after a decline, however often requested', async () => {
      const rig = makeRig();
      const request = await requestFor(rig, 'declined');
      const declined = await rig.provider.charge(request);
      expect(declined).toMatchObject({ status: 'declined', reason: 'card_declined' });
      for (const outcome of [
        await rig.provider.lookUp(request.paymentId, request.now),
        await rig.provider.settle(request.paymentId, request.now),
        await rig.provider.charge(request),
      ]) {
        expect(outcome).toMatchObject({ status: 'declined', reason: 'card_declined' });
      }
      expect(await rig.movedFor(request.paymentId)).toMatchObject({ charges: 0, charged: 0 });
    });

    it('reports why the bank declined', async () => {
      const rig = makeRig();
      const outcome = await rig.provider.charge(await requestFor(rig, 'lacks_funds'));
      expect(outcome).toMatchObject({ reason: 'insufficient_funds', card: { last4: '9995' } });
    });

    it('declines a token that it never issued', async () => {
      const rig = makeRig();
      const request = await requestFor(rig, 'good');
      const outcome = await rig.provider.charge({ ...request, paymentToken: 'tok_nobody' });
      expect(outcome).toMatchObject({ status: 'declined', reason: 'invalid_payment_token' });
    });
  });

  describe('queries for a payment', () => {
    it('look up an unknown payment without voiding it', async () => {
      const rig = makeRig();
      const request = await requestFor(rig, 'good');
      const { paymentId, now } = request;
      expect(await rig.provider.lookUp(paymentId, now)).toMatchObject({ status: 'pending' });
      expect(await rig.provider.charge(request)).toMatchObject({ status: 'succeeded' });
    });

    it('settle an unknown payment by voiding it, so that it can’t arrive late', async () => {
      const rig = makeRig();
      const request = await requestFor(rig, 'good');
      const voided = { status: 'declined', reason: 'not_completed' };
      const { paymentId, now } = request;
      expect(await rig.provider.settle(paymentId, now)).toMatchObject(voided);
      expect(await rig.provider.charge(request)).toMatchObject(voided);
      expect(await rig.provider.lookUp(paymentId, now)).toMatchObject(voided);
      expect(await rig.movedFor(paymentId)).toMatchObject({ charges: 0 });
    });

    it('give one answer when a charge and its settlement race', async () => {
      const rig = makeRig();
      for (let round = 0; round < 10; round += 1) {
        const request = await requestFor(rig, 'good');
        const { paymentId, now } = request;
        const [charged, settled] = await Promise.all([
          rig.provider.charge(request),
          rig.provider.settle(paymentId, now),
        ]);
        expect(charged.status).not.toBe('pending');
        expect(settled.status === 'pending' ? charged.status : settled.status).toBe(charged.status);
        const { charges } = await rig.movedFor(paymentId);
        expect(charges).toBe(charged.status === 'succeeded' ? 1 : 0);
      }
    });

    it('converge when the request was lost: nothing was charged, and nothing will be', async () => {
      const rig = makeRig();
      const request = await requestFor(rig, 'loses_request');
      await expect(rig.provider.charge(request)).rejects.toThrow();
      const outcome = await rig.provider.settle(request.paymentId, request.now);
      expect(outcome).toMatchObject({ status: 'declined', reason: 'not_completed' });
      expect(await rig.movedFor(request.paymentId)).toMatchObject({ charges: 0 });
    });

    it('converge when the answer was lost after charging', async () => {
      const rig = makeRig();
      const request = await requestFor(rig, 'loses_answer');
      await expect(rig.provider.charge(request)).rejects.toThrow();
      const { paymentId, now } = request;
      const looked = await rig.provider.lookUp(paymentId, now);
      expect(looked).toMatchObject({ status: 'succeeded', card: { last4: expect.any(String) } });
      expect(await rig.provider.settle(paymentId, now)).toEqual(looked);
      expect(await rig.provider.charge(request)).toEqual(looked);
      expect(await rig.movedFor(paymentId)).toEqual(moved({ charges: 1 }));
    });

    it.each([
      { kind: 'ends_later', succeeds: true, status: 'succeeded' },
      { kind: 'declined_later', succeeds: false, status: 'declined' },
    ] as const)('report that a charge is in progress until it is $status', async (later) => {
      const rig = makeRig();
      const request = await requestFor(rig, later.kind);
      const { paymentId, now } = request;
      expect(await rig.provider.charge(request)).toMatchObject({ status: 'pending' });
      expect(await rig.provider.lookUp(paymentId, now)).toMatchObject({ status: 'pending' });
      expect(await rig.provider.settle(paymentId, now)).toMatchObject({ status: 'pending' });
      const end = await rig.endCharge(paymentId, later.succeeds);
      expect(await rig.provider.lookUp(paymentId, end)).toMatchObject({ status: later.status });
      expect(await rig.provider.settle(paymentId, end)).toMatchObject({ status: later.status });
      const { charges } = await rig.movedFor(paymentId);
      expect(charges).toBe(later.succeeds ? 1 : 0);
    });
  });

  describe('saves a payment method', () => {
    it('with the first charge, and charges it later without the buyer', async () => {
      const rig = makeRig();
      const first = { ...(await requestFor(rig, 'good')), usage: 'first' } as const;
      const savedMethod = savedBy(await rig.provider.charge(first));
      for (const paymentId of [crypto.randomUUID(), crypto.randomUUID()]) {
        const renewal = {
          ...first,
          paymentId,
          paymentToken: savedMethod,
          usage: 'renewal',
        } as const;
        const outcome = await rig.provider.charge(renewal);
        expect(outcome).toMatchObject({ status: 'succeeded', card: { last4: '4242' } });
        expect(await rig.movedFor(paymentId)).toEqual(moved({ charges: 1 }));
      }
    });

    it('without a charge, however often requested', async () => {
      const rig = makeRig();
      const [orderId, now] = [crypto.randomUUID(), test.clock.now()];
      const save = { orderId, paymentToken: await rig.makeToken('good'), now };
      const [saved, again] = [
        await rig.provider.saveMethod(save),
        await rig.provider.saveMethod(save),
      ];
      expect(saved).toMatchObject({ status: 'saved', card: { last4: '4242' } });
      expect(again).toEqual(saved);
      const paymentToken = saved.status === 'saved' ? saved.savedMethod : '';
      const renewal = {
        ...(await requestFor(rig, 'good')),
        paymentToken,
        usage: 'renewal',
      } as const;
      expect(await rig.provider.charge(renewal)).toMatchObject({ status: 'succeeded' });
    });

    it('but not a declined one', async () => {
      const rig = makeRig();
      const save = { orderId: crypto.randomUUID(), now: test.clock.now() };
      const paymentToken = await rig.makeToken('declined');
      const declined = await rig.provider.saveMethod({ ...save, paymentToken });
      expect(declined).toMatchObject({ status: 'declined', reason: 'card_declined' });
      const unknown = await rig.provider.saveMethod({ ...save, paymentToken: 'tok_nobody' });
      expect(unknown).toMatchObject({ status: 'declined', reason: 'invalid_payment_token' });
    });

    it('that may be declined later', async () => {
      const rig = makeRig();
      const now = test.clock.now();
      const token = await rig.makeToken('fades');
      const save = { orderId: crypto.randomUUID(), paymentToken: token, now };
      const saved = await rig.provider.saveMethod(save);
      const paymentToken = saved.status === 'saved' ? saved.savedMethod : '';
      // The sandbox's card approves the first charge.
      const renewals = [await requestFor(rig, 'fades'), await requestFor(rig, 'fades')];
      const outcomes: ChargeOutcome[] = [];
      for (const renewal of renewals) {
        outcomes.push(await rig.provider.charge({ ...renewal, paymentToken, usage: 'renewal' }));
      }
      expect(outcomes[1]).toMatchObject({
        ...{ status: 'declined', reason: 'card_declined', refusedMethod: null },
      });
    });

    it('and says each time if its bank has refused it permanently', async () => {
      const rig = makeRig();
      const now = test.clock.now();
      const token = await rig.makeToken('refused');
      const save = { orderId: crypto.randomUUID(), paymentToken: token, now };
      const saved = await rig.provider.saveMethod(save);
      const paymentToken = saved.status === 'saved' ? saved.savedMethod : '';
      const renewal = async () =>
        ({ ...(await requestFor(rig, 'good')), paymentToken, usage: 'renewal' }) as const;
      // The sandbox's card approves the first charge.
      await rig.provider.charge(await renewal());
      const request = await renewal();
      const refused = { status: 'declined', reason: 'card_declined', refusedMethod: paymentToken };
      const outcome = await rig.provider.charge(request);
      expect(outcome).toMatchObject(refused);
      const { paymentId } = request;
      for (const again of [
        await rig.provider.lookUp(paymentId, now),
        await rig.provider.settle(paymentId, now),
        await rig.provider.charge(request),
      ]) {
        expect(again).toEqual(outcome);
      }
    });
  });

  describe('refunds', () => {
    it('in parts and never more than the charge, for 20 concurrent requests', async () => {
      const rig = makeRig();
      const charge = await paid(rig, 'good');
      const refunds = Array.from({ length: 20 }, () => refundOf(charge, 99n));
      const outcomes = await Promise.all(refunds.map((refund) => rig.provider.refund(refund)));
      const failed = outcomes.filter(({ status }) => status === 'failed');
      expect(failed).toHaveLength(10);
      for (const one of failed) expect(one).toMatchObject({ reason: 'amount_exceeds_charge' });
      expect(await rig.movedFor(charge.paymentId)).toEqual(moved({ charges: 1, refunded: 990 }));
    });

    it('once per id, for 20 concurrent requests', async () => {
      const rig = makeRig();
      const refund = refundOf(await paid(rig, 'good'), 100n);
      const asked = Array.from({ length: 20 }, () => rig.provider.refund(refund));
      const settled = await Promise.allSettled(asked);
      const outcome = await rig.provider.refund(refund);
      expect(outcome).toMatchObject({ status: 'succeeded' });
      const told = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(told.length).toBeGreaterThan(0);
      for (const each of told) expect(each).toEqual(outcome);
      expect(await rig.provider.settleRefund(refund)).toEqual(outcome);
      expect(await rig.movedFor(refund.paymentId)).toEqual(moved({ charges: 1, refunded: 100 }));
    });

    it('not more than what is left', async () => {
      const rig = makeRig();
      const charge = await paid(rig, 'good');
      const first: RefundOutcome = await rig.provider.refund(refundOf(charge, 600n));
      expect(first).toMatchObject({ status: 'succeeded' });
      const tooMuch = await rig.provider.refund(refundOf(charge, 391n));
      expect(tooMuch).toMatchObject({ status: 'failed', reason: 'amount_exceeds_charge' });
      const rest = await rig.provider.refund(refundOf(charge, 390n));
      expect(rest).toMatchObject({ status: 'succeeded' });
    });

    it('nothing if there is no charge', async () => {
      const rig = makeRig();
      const charge = { paymentId: crypto.randomUUID(), chargeReference: null };
      const outcome = await rig.provider.refund(refundOf(charge, 1n));
      expect(outcome).toMatchObject({ status: 'failed', reason: 'charge_not_found' });
    });

    it('later, if the card requires it', async () => {
      const rig = makeRig();
      const refund = refundOf(await paid(rig, 'refunds_later'), 990n);
      expect(await rig.provider.settleRefund(refund)).toBeNull();
      const taken = await rig.provider.refund(refund);
      expect(taken).toMatchObject({ status: 'pending' });
      await rig.endRefund(refund.refundId);
      const ended = await rig.provider.settleRefund(refund);
      expect(ended).toMatchObject({ status: 'succeeded' });
    });
  });

  describe('refunds made at the provider itself', () => {
    it('are listed, and leave nothing for ours', async () => {
      const rig = makeRig();
      const charge = await paid(rig, 'refunded_externally');
      const list = (now: Date) => rig.provider.listExternalRefunds({ ...charge, now });
      expect(await list(test.clock.now())).toEqual([]);
      const now = await rig.refundExternally(charge.paymentId);
      const refused = await rig.provider.refund({ ...refundOf(charge, 1n), now });
      expect(refused).toMatchObject({ status: 'failed', reason: 'amount_exceeds_charge' });
      const [refund, ...others] = await list(now);
      expect(others).toEqual([]);
      const reference = expect.any(String);
      expect(refund).toEqual({
        ...{ reference, amount: { amountMinor: AMOUNT_MINOR, currency: 'USD' } },
        outcome: { status: 'succeeded', reference: refund?.reference },
      });
      expect(await list(now)).toEqual([refund]);
      expect(await rig.movedFor(charge.paymentId)).toMatchObject({ refunded: 990 });
    });

    it('are none of ours', async () => {
      const rig = makeRig();
      const charge = await paid(rig, 'good');
      await rig.provider.refund(refundOf(charge, 400n));
      const now = test.clock.now();
      expect(await rig.provider.listExternalRefunds({ ...charge, now })).toEqual([]);
      const unknown = { paymentId: crypto.randomUUID(), chargeReference: null, now };
      expect(await rig.provider.listExternalRefunds(unknown)).toEqual([]);
    });
  });

  describe('disputes', () => {
    it.each(['won', 'lost'] as const)('are open until they are %s', async (ending) => {
      const rig = makeRig();
      const { provider } = rig;
      const charge = await paid(rig, `dispute_${ending}`);
      const { paymentId } = charge;
      const ask = (now: Date) => provider.listDisputes({ ...charge, now });
      expect(await ask(test.clock.now())).toEqual([]);
      const openedAt = await rig.dispute(paymentId, 'open');
      const [open, ...others] = await ask(openedAt);
      expect(others).toEqual([]);
      const amount = { amountMinor: AMOUNT_MINOR, currency: 'USD' };
      expect(open).toMatchObject({ status: 'open', amount, reason: expect.any(String) });
      expect(open?.respondBy?.getTime()).toBeGreaterThan(openedAt.getTime());
      const refused = await provider.refund({ ...refundOf(charge, 1n), now: openedAt });
      expect(refused).toMatchObject({ status: 'failed', reason: 'charge_disputed' });
      const endedAt = await rig.dispute(paymentId, ending);
      const ended = { ...open, status: ending, respondBy: null };
      expect(await ask(endedAt)).toEqual([ended]);
      const later = await provider.refund({ ...refundOf(charge, 1n), now: endedAt });
      expect(later).toMatchObject(
        ending === 'won'
          ? { status: 'succeeded' }
          : { status: 'failed', reason: 'charge_disputed' },
      );
    });

    it('are listed by the time at which they were filed', async () => {
      const rig = makeRig();
      const { provider } = rig;
      const charge = await paid(rig, 'dispute_lost');
      const now = await rig.dispute(charge.paymentId, 'open');
      const [first] = await provider.listDisputes({ ...charge, now });
      const list = (from: Date, to: Date) => listedOf(charge, provider.listNewDisputes(from, to));
      // The provider has its own clock.
      const [from, to] = [addMs(now, -DAY_MS), addMs(now, DAY_MS)];
      const { reference, amount } = first as ListedDispute;
      expect(await list(from, to)).toMatchObject([{ reference, amount }]);
      expect(await list(addMs(from, -DAY_MS), from)).toEqual([]);
    });

    it('are none of a charge that nobody disputed', async () => {
      const rig = makeRig();
      const now = test.clock.now();
      const charge = await paid(rig, 'good');
      expect(await rig.provider.listDisputes({ ...charge, now })).toEqual([]);
      const unknown = { paymentId: crypto.randomUUID(), chargeReference: null, now };
      expect(await rig.provider.listDisputes(unknown)).toEqual([]);
    });
  });

  describe('fraud warnings', () => {
    it('are actionable until the charge is fully refunded', async () => {
      const rig = makeRig();
      const { provider } = rig;
      const charge = await paid(rig, 'warned');
      const ask = (now: Date) => provider.listFraudWarnings({ ...charge, now });
      expect(await ask(test.clock.now())).toEqual([]);
      const now = await rig.warnOfFraud(charge.paymentId);
      const warning = { reference: expect.any(String), reason: 'made_with_stolen_card' };
      const [first, ...others] = await ask(now);
      expect(others).toEqual([]);
      expect(first).toEqual({ ...warning, isActionable: true });
      await provider.refund({ ...refundOf(charge, 1n), now });
      expect(await ask(now)).toEqual([first]);
      await provider.refund({ ...refundOf(charge, AMOUNT_MINOR - 1n), now });
      expect(await ask(now)).toEqual([{ ...first, isActionable: false }]);
    });

    it('are listed by the time at which they were recorded', async () => {
      const rig = makeRig();
      const { provider } = rig;
      const charge = await paid(rig, 'warned');
      const now = await rig.warnOfFraud(charge.paymentId);
      const [first] = await provider.listFraudWarnings({ ...charge, now });
      const list = (from: Date, to: Date) =>
        listedOf(charge, provider.listNewFraudWarnings(from, to));
      // The provider has its own clock.
      const [from, to] = [addMs(now, -DAY_MS), addMs(now, DAY_MS)];
      expect(await list(from, to)).toEqual([{ ...first, paymentId: charge.paymentId }]);
      expect(await list(addMs(from, -DAY_MS), from)).toEqual([]);
    });

    it('are none of a charge that nobody suspects', async () => {
      const rig = makeRig();
      const now = test.clock.now();
      const charge = await paid(rig, 'good');
      expect(await rig.provider.listFraudWarnings({ ...charge, now })).toEqual([]);
      const unknown = { paymentId: crypto.randomUUID(), chargeReference: null, now };
      expect(await rig.provider.listFraudWarnings(unknown)).toEqual([]);
    });
  });

  describe('the provider’s own list of charges', () => {
    it('has every successful charge once, with what was refunded, and no other', async () => {
      const rig = makeRig();
      const [paid, refunded, declined] = [
        await requestFor(rig, 'good'),
        await requestFor(rig, 'good'),
        await requestFor(rig, 'declined'),
      ];
      const outcomes = new Map<string, ChargeOutcome>();
      for (const request of [paid, refunded, declined]) {
        outcomes.set(request.paymentId, await rig.provider.charge(request));
      }
      const chargeReference = outcomes.get(refunded.paymentId)?.reference ?? null;
      const given = {
        refundId: crypto.randomUUID(),
        amount: { amountMinor: 400n, currency: 'USD' },
      };
      const { paymentId, now } = refunded;
      await rig.provider.refund({ ...given, paymentId, chargeReference, now });
      const listed: RecordedCharge[] = [];
      // The provider has its own clock.
      const [from, to] = [addMs(now, -DAY_MS), addMs(now, DAY_MS)];
      for await (const page of rig.provider.listCharges(from, to)) listed.push(...page);
      const own = listed.filter((charge) => outcomes.has(charge.paymentId));
      expect(own).toHaveLength(2);
      const of = (request: ChargeRequest) =>
        own.find((charge) => charge.paymentId === request.paymentId);
      expect(of(paid)).toMatchObject({ amount: paid.amount, refundedMinor: 0n });
      expect(of(refunded)).toMatchObject({ reference: chargeReference, refundedMinor: 400n });
    });

    it('is empty for a time without charges', async () => {
      const listed: RecordedCharge[] = [];
      const range = [new Date('2020-01-01'), new Date('2020-01-02')] as const;
      for await (const page of makeRig().provider.listCharges(...range)) listed.push(...page);
      expect(listed).toEqual([]);
    });
  });

  describe('callbacks', () => {
    const paymentId = crypto.randomUUID();
    const refundId = crypto.randomUUID();

    it('identify their object', async () => {
      const { provider, sign } = makeRig();
      const now = test.clock.now();
      const payment = await provider.readCallback(sign({ paymentId }, now));
      expect(payment).toEqual({ kind: 'payment', paymentId });
      const refund = await provider.readCallback(sign({ refundId }, now));
      expect(refund).toEqual({ kind: 'refund', refundId });
    });

    it('are valid for five minutes', async () => {
      const { provider, sign } = makeRig();
      const callback = sign({ paymentId }, test.clock.now());
      const read = (ageMs: number) =>
        provider.readCallback({ ...callback, now: addMs(callback.now, ageMs) });
      expect(await read(STALE_MS - 2_000)).toEqual({ kind: 'payment', paymentId });
      expect(await read(STALE_MS + 1_000)).toBeNull();
    });

    it('are refused unless the raw bytes were signed with the secret', async () => {
      const { provider, sign } = makeRig();
      const callback = sign({ paymentId }, test.clock.now());
      const [[header, signature]] = Object.entries(callback.headers).filter(([key]) =>
        key.endsWith('signature'),
      ) as [[string, string]];
      const last = signature.at(-1) === '0' ? '1' : '0';
      for (const altered of [
        { ...callback, headers: {} },
        { ...callback, headers: { [header]: '' } },
        { ...callback, headers: { [header]: `${signature.slice(0, -1)}${last}` } },
        { ...callback, headers: { [header]: signature.replace(/t=\d+/, 't=1') } },
        { ...callback, body: Buffer.from(`${callback.body.toString()} `) },
        { ...callback, body: Buffer.alloc(0) },
      ]) {
        expect(await provider.readCallback(altered)).toBeNull();
      }
    });
  });
});

async function requestFor(rig: Rig, kind: Kind): Promise<ChargeRequest> {
  return {
    paymentId: crypto.randomUUID(),
    paymentToken: await rig.makeToken(kind),
    amount: { amountMinor: AMOUNT_MINOR, currency: 'USD' },
    now: test.clock.now(),
  };
}

function moved(given: { readonly charges: number; readonly refunded?: number }) {
  return { charged: Number(AMOUNT_MINOR), refunded: 0, ...given };
}

function savedBy(outcome: ChargeOutcome): string {
  if (outcome.status !== 'succeeded') throw new Error(`The charge is ${outcome.status}`);
  return outcome.savedMethod ?? '';
}

interface Charge {
  readonly paymentId: string;
  readonly chargeReference: string | null;
}

/** What is listed about the charge. */
async function listedOf<T extends { readonly paymentId: string }>(
  { paymentId }: Charge,
  reports: AsyncIterable<T>,
): Promise<T[]> {
  const listed: T[] = [];
  for await (const report of reports) if (report.paymentId === paymentId) listed.push(report);
  return listed;
}

async function paid(rig: Rig, kind: Kind): Promise<Charge> {
  const request = await requestFor(rig, kind);
  const { reference: chargeReference } = await rig.provider.charge(request);
  return { paymentId: request.paymentId, chargeReference };
}

function refundOf(charge: Charge, amountMinor: bigint) {
  const amount = { amountMinor, currency: 'USD' };
  return { refundId: crypto.randomUUID(), ...charge, amount, now: test.clock.now() };
}
