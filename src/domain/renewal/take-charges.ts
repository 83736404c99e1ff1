import type { ChargeOutcome, PaymentProvider } from '../../contract/payment-provider.ts';
import { workAtOnce } from '../../contract/store-turns.ts';
import { groupBy } from '../../kit/group-by.ts';
import { recordOutcome } from '../payment/record-outcome.ts';
import type { RenewalContext } from './renew.ts';
import { type ChargeStep, requestOf } from './take-step.ts';

interface Charged {
  readonly step: ChargeStep;
  readonly outcome: ChargeOutcome;
}

/**
 * Like `takeStep`, for many charges: sends each provider all of its charges, then records a store's
 * outcomes in one transaction. Once everything else is recorded, throws the first failure, whose
 * payment stays pending until it is settled.
 */
export async function takeCharges(
  context: RenewalContext,
  steps: readonly ChargeStep[],
): Promise<void> {
  const byProvider = groupBy(steps, ({ provider }) => provider);
  await workAtOnce(byProvider, ([provider, asked]) => chargeAll(context, provider, asked));
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
  const charged: Charged[] = [];
  for (const [index, step] of steps.entries()) {
    const result = results[index];
    if (result?.status === 'fulfilled') charged.push({ step, outcome: result.value });
  }
  const byStore = groupBy(charged, ({ step }) => step.storeId);
  await workAtOnce(byStore, ([, ofStore]) => recordAll(context, ofStore));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Outcomes that can't be recorded together are recorded one by one. */
async function recordAll(context: RenewalContext, charged: readonly Charged[]): Promise<void> {
  const { database, ports, currentTime } = context;
  const record = (some: readonly Charged[]) =>
    database.transaction((tx) =>
      // All statements share round trips.
      workAtOnce(some, ({ step, outcome }) =>
        recordOutcome(
          ports.payments,
          tx,
          { id: step.intent.paymentId, storeId: step.storeId },
          outcome,
          currentTime(),
        ),
      ),
    );
  if (charged.length === 1) return record(charged);
  await record(charged).catch(() => workAtOnce(charged, (one) => record([one])));
}
