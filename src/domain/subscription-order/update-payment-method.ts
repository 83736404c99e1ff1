import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredId, requiredText } from '../../contract/input.ts';
import {
  MAX_TOKEN_LENGTH,
  type PaymentProvider,
  type SaveOutcome,
} from '../../contract/payment-provider.ts';
import type { Ports } from '../../contract/ports.ts';
import { encodeId } from '../../kit/id.ts';
import { methodsFor } from '../checkout/payment-methods.ts';
import { accessRows, lockOwnSubscription, refusalRows } from '../subscription/order-access.ts';
import { replaceSavedMethod } from '../subscription/saved-method.queries.ts';
import { RENEWAL_JOB, type Subscription } from '../subscription/subscription.ts';

const { forbidden: _merchantsOnly, ...buyerRefusals } = refusalRows;

const errors = errorTable('order', {
  ...accessRows,
  missingMethod: [400, 'Missing required field: paymentMethod'],
  missingToken: [400, 'Missing required field: paymentToken'],
  notRenewing: [400, (status) => `Payment method cannot be changed, current status: ${status}`],
  unavailableMethod: [400, (got) => `Payment method ${got} is not available`],
  ...buyerRefusals,
  noProvider: [502, 'No payment provider is configured'],
  declined: [400, (reason) => `Payment declined: ${reason}`],
  providerFailed: [502, 'Payment provider did not answer'],
});

/**
 * Saves another payment method for a subscription's later charges. An overdue payment is retried
 * with it immediately; otherwise nothing is charged now.
 */
export const updatePaymentMethod = action({
  path: 'subscription-order/update-payment-method',
  summary: 'Give a subscription another payment method for its later charges',
  auth: ['token'],
  environment: 'credential',
  errors,
  input: z.object({
    orderId: requiredId('ORD', errors.missingId, errors.malformedId),
    paymentMethod: requiredText(errors.missingMethod),
    paymentToken: requiredText(errors.missingToken).pipe(z.string().max(MAX_TOKEN_LENGTH)),
  }),
  output: z.object({
    orderId: z.string(),
    status: z.string(),
    /**
     * The method is saved only after the buyer completes the bank's step, which yields the token.
     */
    clientSecret: z.string().optional(),
  }),
  prepare: async ({ input, caller, ports, now, transact }) => {
    const { orderId, paymentMethod, paymentToken } = input;
    const subscription = await transact((tx) =>
      lockOwnSubscription(tx, orderId, caller, errors, now),
    );
    refuseEnded(subscription);
    if (!methodsFor('subscription', subscription.currency).some((one) => one === paymentMethod)) {
      throw errors.unavailableMethod(paymentMethod);
    }
    const provider = providerOf(subscription, ports);
    const saved = await saveMethod(provider, { orderId, paymentToken, now });
    if (saved.status === 'declined') throw errors.declined(saved.reason);
    return saved;
  },
  handle: async ({ input, caller, prepared, tx, now }) => {
    const { orderId, paymentMethod } = input;
    // The subscription may have changed while the provider was called.
    const subscription = await lockOwnSubscription(tx, orderId, caller, errors, now);
    refuseEnded(subscription);
    const { orderStatus, at, storeId, scheduledOrderId, provider } = subscription;
    const data = { orderId: encodeId('ORD', orderId), status: orderStatus };
    if (prepared.status === 'pending') {
      return { data: { ...data, clientSecret: prepared.clientSecret } };
    }
    const dueAt = orderStatus === 'past_due' ? at : null;
    const place = { orderId, storeId, scheduledOrderId, provider, paymentMethod, dueAt };
    await replaceSavedMethod(tx, { ...place, ...prepared });
    if (dueAt) tx.wake(RENEWAL_JOB);
    return { data };
  },
});

function refuseEnded({ orderStatus }: Subscription): void {
  const renews = ['active', 'past_due', 'canceling'].includes(orderStatus);
  if (!renews) throw errors.notRenewing(orderStatus);
}

function providerOf(
  { provider, environment }: Subscription,
  { paymentProviders }: Pick<Ports, 'paymentProviders'>,
): PaymentProvider {
  const found = paymentProviders[environment];
  // Only the provider that charges the subscription can save a method for it.
  if (found?.name !== provider) throw errors.noProvider();
  return found;
}

async function saveMethod(
  provider: PaymentProvider,
  request: Parameters<PaymentProvider['saveMethod']>[0],
): Promise<SaveOutcome> {
  try {
    return await provider.saveMethod(request);
  } catch (cause) {
    throw Object.assign(errors.providerFailed(), { cause });
  }
}
