import type { Environment } from '../../contract/caller.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Database, Tx } from '../../database/database.ts';
import { type Id, newId } from '../../kit/id.ts';
import type { Money } from '../../kit/money.ts';
import { addMs } from '../../kit/time.ts';
import { CHARGE_LEASE_MS } from '../payment/payment.queries.ts';
import { insertRenewalPayments, type RenewalIntent } from '../payment/renewal-payments.queries.ts';
import {
  claimDueSubscriptions,
  type DueScope,
  findDisputed,
  postponeSubscriptions,
} from '../subscription/due.queries.ts';
import { isRefused } from '../subscription/refused-method.ts';
import { findSubscriptions } from '../subscription/subscription.queries.ts';
import {
  asRunning,
  FIRST_PERIOD,
  periodToCharge,
  type Subscription,
} from '../subscription/subscription.ts';

/**
 * Maximum charges per subscription and day that reach the provider; a month of dunning needs five.
 */
const MAX_CHARGES_PER_DAY = 5;
/** Milliseconds until a subscription that cannot be charged is retried. */
const POSTPONE_MS = 60 * 60 * 1000;

export interface RenewalContext {
  readonly database: Pick<Database, 'transaction'>;
  readonly ports: Pick<Ports, 'paymentProviders' | 'payments'>;
  readonly currentTime: () => Date;
}

/** The step to take for a due subscription, its intent recorded. */
export type Step =
  | { readonly kind: 'end'; readonly orderId: Id<'ORD'>; readonly storeId: Id<'STO'> }
  | {
      readonly kind: 'charge';
      readonly storeId: Id<'STO'>;
      readonly environment: Environment;
      readonly provider: PaymentProvider;
      readonly intent: RenewalIntent;
      readonly paymentToken: string;
      /** The bank has permanently refused the method: the charge fails without being sent. */
      readonly isRefused: boolean;
      readonly amount: Money;
    }
  /** A scheduled plan change that costs nothing. */
  | {
      readonly kind: 'switch';
      readonly orderId: Id<'ORD'>;
      readonly storeId: Id<'STO'>;
      readonly targetId: Id<'ORD'>;
    }
  /**
   * No step: the subscription can't be charged and was postponed; `problem` explains why to the
   * operator.
   */
  | { readonly kind: 'stuck'; readonly orderId: Id<'ORD'>; readonly problem: string };

/**
 * The first of three steps: leases due subscriptions of a store and records the intent to charge
 * each for one period, under the payment id that the provider will see.
 */
export function claimSteps(
  { database, ports, currentTime }: RenewalContext,
  scope: DueScope,
  most: number,
): Promise<Step[]> {
  const now = currentTime();
  const leasedUntil = addMs(now, CHARGE_LEASE_MS);
  return database.transaction(async (tx) => {
    const due = await claimDueSubscriptions(tx, scope, { now, leasedUntil, most });
    if (due.length === 0) return [];
    const orderIds = due.map(({ orderId }) => orderId);
    const [claimed, disputed] = await Promise.all([
      findSubscriptions(tx, scope.storeId, orderIds, now),
      findDisputed(tx, scope.storeId, orderIds),
    ]);
    const subscriptions = claimed.filter(({ orderId }) => !disputed.has(orderId));
    const targets = await findTargets(tx, scope.storeId, subscriptions, now);
    const charges = new Map(due.map(({ orderId, recentCharges }) => [orderId, recentCharges]));
    const steps = subscriptions.map((subscription) => {
      const target = targets.get(subscription.scheduledOrderId) ?? null;
      const recentCharges = charges.get(subscription.orderId) ?? 0;
      return decide({ subscription, target, recentCharges }, ports, now);
    });
    await record(tx, scope.storeId, steps, now, leasedUntil);
    return steps;
  });
}

/** The orders that replace a subscription when its period ends, by their ids. */
async function findTargets(
  tx: Tx,
  storeId: Id<'STO'>,
  subscriptions: readonly Subscription[],
  now: Date,
): Promise<ReadonlyMap<Id<'ORD'> | null, Subscription>> {
  const ids = subscriptions.flatMap(({ scheduledOrderId }) => scheduledOrderId ?? []);
  const targets = ids.length > 0 ? await findSubscriptions(tx, storeId, ids, now) : [];
  return new Map(targets.map((target) => [target.orderId, target]));
}

interface Due {
  readonly subscription: Subscription;
  readonly target: Subscription | null;
  readonly recentCharges: number;
}

/** The due step. */
function decide(
  { subscription, target, recentCharges }: Due,
  ports: RenewalContext['ports'],
  now: Date,
): Step {
  const { orderId, storeId, orderStatus, environment, at } = subscription;
  const stuck = (problem: string): Step => ({ kind: 'stuck', orderId, problem });
  if (orderStatus === 'canceling') return { kind: 'end', orderId, storeId };
  if (target && dueFirst(target) === 0n) {
    return { kind: 'switch', orderId, storeId, targetId: target.orderId };
  }
  if (recentCharges >= MAX_CHARGES_PER_DAY) return stuck('charged too often within a day');
  const charged = target ?? subscription;
  const provider = ports.paymentProviders[environment];
  if (provider?.name !== charged.provider) {
    return stuck(`waits for the provider ${charged.provider}`);
  }
  const periodNumber = target ? FIRST_PERIOD : periodToCharge(asRunning(subscription), at);
  const amountMinor = target ? dueFirst(target) : subscription.totalMinor;
  const paymentToken = target?.savedMethod ?? subscription.savedMethod ?? '';
  return {
    ...{ kind: 'charge', storeId: subscription.storeId, environment, provider },
    intent: {
      ...{ paymentId: newId('PAY', now), storeId: charged.storeId },
      ...{ orderId: charged.orderId, periodNumber, at },
    },
    ...{ paymentToken, isRefused: isRefused(subscription, paymentToken) },
    amount: { amountMinor, currency: charged.currency },
  };
}

/** The price of a changed plan's first period. */
function dueFirst({ firstMinor, totalMinor }: Subscription): bigint {
  return firstMinor ?? totalMinor;
}

async function record(
  tx: Tx,
  storeId: Id<'STO'>,
  steps: readonly Step[],
  now: Date,
  leasedUntil: Date,
): Promise<void> {
  const intents = steps.flatMap((step) => (step.kind === 'charge' ? [step.intent] : []));
  const stuckIds = steps.flatMap((step) => (step.kind === 'stuck' ? [step.orderId] : []));
  await Promise.all([
    intents.length > 0 && insertRenewalPayments(tx, storeId, intents, leasedUntil),
    stuckIds.length > 0 && postponeSubscriptions(tx, storeId, stuckIds, addMs(now, POSTPONE_MS)),
  ]);
}
