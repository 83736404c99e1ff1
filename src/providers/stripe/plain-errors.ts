import Stripe from 'stripe';
import type { PaymentProvider } from '../../contract/payment-provider.ts';

/**
 * The same provider with errors that can be logged: the package's errors contain responses with
 * client secrets and the buyer's input.
 */
export function withPlainErrors(provider: PaymentProvider): PaymentProvider {
  return {
    ...provider,
    charge: (request) => plain(provider.charge(request)),
    settle: (paymentId, now) => plain(provider.settle(paymentId, now)),
    lookUp: (paymentId, now) => plain(provider.lookUp(paymentId, now)),
    saveMethod: (request) => plain(provider.saveMethod(request)),
    refund: (request) => plain(provider.refund(request)),
    settleRefund: (request) => plain(provider.settleRefund(request)),
  };
}

async function plain<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, statusCode, requestId } = error;
    const facts = [type, code, statusCode, requestId].filter((fact) => fact !== undefined);
    throw new Error(`Stripe request failed: ${facts.join(' ')}`);
  }
}
