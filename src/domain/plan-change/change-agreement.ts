import type { BuyerCaller } from '../../contract/caller.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Ports } from '../../contract/ports.ts';
import { formatAmount, parseAmount } from '../../kit/money.ts';
import type { Subscription } from '../subscription/subscription.ts';
import type { ChangeSession } from './change-session.queries.ts';
import type { ConfirmErrors, ConfirmInput } from './confirm-input.ts';
import type { ChangeQuote } from './quote.ts';

/** The amount that the buyer was shown a moment ago, or the amount due now. */
export function agreedAmount(
  { dueMinor, lowestDueMinor }: ChangeQuote,
  shown: string | undefined,
  currency: string,
  errors: ConfirmErrors,
): bigint {
  if (shown === undefined) return dueMinor;
  const shownMinor = parseAmount(shown, currency);
  if (shownMinor !== null && shownMinor >= lowestDueMinor && shownMinor <= dueMinor) {
    return shownMinor;
  }
  throw errors.otherAmount(`${formatAmount(dueMinor, currency)} ${currency}`);
}

/** The payment method for a change. */
export interface PayWith {
  readonly provider: PaymentProvider | null;
  readonly paymentMethod: string;
  /** The token that the buyer gave now; null for the subscription's saved method. */
  readonly paymentToken: string | null;
}

interface Choice {
  readonly input: ConfirmInput;
  readonly caller: BuyerCaller;
  readonly ports: Pick<Ports, 'paymentProviders'>;
}

/** The given payment method, or the subscription's saved one. */
export function chooseMethod(
  { paymentMethods }: ChangeSession,
  origin: Subscription,
  { input, ports, caller }: Choice,
  isCharged: boolean,
  errors: ConfirmErrors,
): PayWith {
  const { paymentMethod, paymentToken } = input;
  const provider = ports.paymentProviders[caller.environment];
  if (paymentMethod !== null) {
    if (!paymentMethods.includes(paymentMethod)) throw errors.unavailableMethod(paymentMethod);
    if (!provider) throw errors.noProvider();
    return { provider, paymentMethod, paymentToken };
  }
  if (isCharged && !provider) throw errors.noProvider();
  if (isCharged && (!origin.savedMethod || origin.provider !== provider?.name)) {
    throw errors.noSavedMethod();
  }
  return { provider, paymentMethod: origin.paymentMethod, paymentToken: null };
}
