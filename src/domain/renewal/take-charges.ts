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
 * As `takeStep` for many charges: asks each provider for all of its charges, then records the
 * outcomes of a store in one transaction. Throws the first failure when all else is recorded; its
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

/** What can't be recorded together is recorded one by one. */
async function recordAll(context: RenewalContext, charged: readonly Charged[]): Promise<void> {
  const { database, ports, currentTime } = context;
  const record = (some: readonly Charged[]) =>
    database.transaction((tx) =>
      // The statements of all share round trips.
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
