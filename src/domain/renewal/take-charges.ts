import type { ChargeOutcome, PaymentProvider } from '../../contract/payment-provider.ts';
import { workAtOnce } from '../../contract/store-turns.ts';
import { groupBy } from '../../kit/group-by.ts';
import { recordOutcomes } from '../payment/record-outcome.ts';
import { NOT_SENT } from '../subscription/refused-method.ts';
import type { RenewalContext } from './renew.ts';
import { type ChargeStep, requestOf } from './take-step.ts';

interface ChargedStep {
  readonly step: ChargeStep;
  readonly outcome: ChargeOutcome;
}

/**
 * Like `takeStep`, for many charges: sends each provider all of its charges, then records the
 * outcomes of a store in one transaction. Once everything else is recorded, throws the first
 * failure, whose payment stays pending until it is settled.
 */
export async function takeCharges(
  context: RenewalContext,
  steps: readonly ChargeStep[],
): Promise<void> {
  const byProvider = groupBy(steps, ({ provider, isRefused }) => (isRefused ? null : provider));
  await workAtOnce(byProvider, ([provider, asked]) =>
    provider
      ? chargeAll(context, provider, asked)
      : recordEach(
          context,
          asked.map((step) => ({ step, outcome: NOT_SENT })),
        ),
  );
}

async function chargeAll(
  context: RenewalContext,
  provider: PaymentProvider,
  steps: readonly ChargeStep[],
): Promise<void> {
  const now = context.currentTime();
  const requests = steps.map((step) => requestOf(step, now));
  const results = provider.chargeAll
    ? await provider.chargeAll(requests)
    : await Promise.allSettled(requests.map((request) => provider.charge(request)));
  const charged: ChargedStep[] = [];
  for (const [index, step] of steps.entries()) {
    const result = results[index];
    if (result?.status === 'fulfilled') charged.push({ step, outcome: result.value });
  }
  await recordEach(context, charged);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Records outcomes, those of a store and environment together. */
function recordEach(context: RenewalContext, charged: readonly ChargedStep[]): Promise<void> {
  const bySide = groupBy(charged, ({ step }) => `${step.storeId} ${step.environment}`);
  return workAtOnce(bySide, ([, ofSide]) => recordAll(context, ofSide));
}

/**
 * Records outcomes of one store and environment. Those that can't be recorded together are recorded
 * one by one.
 */
async function recordAll(context: RenewalContext, charged: readonly ChargedStep[]): Promise<void> {
  const { database, ports, currentTime } = context;
  const [first] = charged;
  if (!first) return;
  const { storeId } = first.step;
  const record = (some: readonly ChargedStep[]) =>
    database.transaction((tx) => {
      const charges = some.map(({ step, outcome }) => ({ id: step.intent.paymentId, outcome }));
      return recordOutcomes(ports.payments, tx, storeId, charges, currentTime());
    });
  if (charged.length === 1) return record(charged);
  await record(charged).catch(() => workAtOnce(charged, (one) => record([one])));
}
