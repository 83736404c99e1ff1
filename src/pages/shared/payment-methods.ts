import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Money } from '../../kit/money.ts';
import { toStripeAmount } from '../../providers/stripe/stripe-amount.ts';

/** The provider of a page's environment, or null if payment isn't possible there. */
export type PageProvider = Pick<PaymentProvider, 'name' | 'publishableKey'> | null;

/**
 * The payment methods each provider supports on the page; Stripe shows wallets if browser and
 * account offer them.
 */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  sandbox: ['card'],
  stripe: ['card', 'applepay', 'googlepay'],
};

/** Whether payments are simulated. */
export function isSandbox(provider: PageProvider): boolean {
  return provider?.name === 'sandbox';
}

/** The session's methods that the provider offers on the page; none without cards. */
export function offeredMethods(
  provider: PageProvider,
  wanted: readonly string[],
): readonly string[] {
  const offered = (provider && METHODS[provider.name]) ?? [];
  return wanted.includes('card') ? wanted.filter((method) => offered.includes(method)) : [];
}

/** How a page accepts a card: in its own fields (sandbox), or in the provider's form. */
export type CardForm = 'fields' | ProviderForm;

/** Configuration of the provider's script. */
export interface ProviderForm {
  readonly publishableKey: string;
  readonly currency: string;
  /** In the provider's units; 0 if the card is only saved. */
  readonly amount: number;
  /** The amount charged if the trial has already been used. */
  readonly fullAmount: number;
  /** Whether the card is saved for off-session charges. */
  readonly savesCard: boolean;
  readonly methods: readonly string[];
}

interface CardPurpose {
  readonly due: Money;
  readonly full?: Money;
  readonly savesCard: boolean;
  readonly methods: readonly string[];
}

/** The provider's card form; null if cards can't be accepted. */
export function cardFormOf(provider: PageProvider, purpose: CardPurpose): CardForm | null {
  const { due, full = due, savesCard } = purpose;
  const methods = offeredMethods(provider, purpose.methods);
  if (provider === null || methods.length === 0) return null;
  if (isSandbox(provider)) return 'fields';
  if (!provider.publishableKey) return null;
  return {
    ...{ publishableKey: provider.publishableKey, savesCard, methods },
    ...{ currency: due.currency, amount: unitsOf(due), fullAmount: unitsOf(full) },
  };
}

/** Every supported currency can be charged to the minor unit. */
function unitsOf(money: Money): number {
  return toStripeAmount(money) ?? 0;
}
