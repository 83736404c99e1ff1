import Stripe from 'stripe';
import type { PaymentProvider } from '../../contract/payment-provider.ts';

/**
 * The same provider with errors that can be logged: the package's errors contain responses with
 * client secrets and the buyer's input.
 */
export function withPlainErrors(provider: PaymentProvider): PaymentProvider {
  const { chargeAll } = provider;
  return {
    ...provider,
    charge: (request) => plain(provider.charge(request)),
    ...(chargeAll ? { chargeAll: async (requests) => plainAll(await chargeAll(requests)) } : {}),
    settle: (paymentId, now) => plain(provider.settle(paymentId, now)),
    lookUp: (paymentId, now) => plain(provider.lookUp(paymentId, now)),
    saveMethod: (request) => plain(provider.saveMethod(request)),
    refund: (request) => plain(provider.refund(request)),
    settleRefund: (request) => plain(provider.settleRefund(request)),
    listExternalRefunds: (charge) => plain(provider.listExternalRefunds(charge)),
    listDisputes: (charge) => plain(provider.listDisputes(charge)),
    listNewDisputes: (from, to) => plainItems(provider.listNewDisputes(from, to)),
    listFraudWarnings: (charge) => plain(provider.listFraudWarnings(charge)),
    listNewFraudWarnings: (from, to) => plainItems(provider.listNewFraudWarnings(from, to)),
    readCallback: (callback) => plain(provider.readCallback(callback)),
    listCharges: (from, to) => plainItems(provider.listCharges(from, to)),
  };
}

async function plain<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw toPlain(error);
  }
}

function plainAll<T>(results: readonly PromiseSettledResult<T>[]): PromiseSettledResult<T>[] {
  return results.map((result) =>
    result.status === 'rejected' ? { ...result, reason: toPlain(result.reason) } : result,
  );
}

async function* plainItems<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw toPlain(error);
  }
}

function toPlain(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, code, param, statusCode, requestId } = error;
  const facts = [type, code, param, statusCode, requestId].filter((fact) => fact !== undefined);
  return new Error(`Stripe request failed: ${facts.join(' ')}`);
}
