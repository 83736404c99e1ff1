import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Money } from '../../kit/money.ts';
import { toStripeAmount } from '../../providers/stripe/stripe-amount.ts';

/** The provider of a page's environment, or null when nothing can be paid there. */
export type PageProvider = Pick<PaymentProvider, 'name' | 'publishableKey'> | null;

/** What each provider can take on the page; Stripe shows wallets where browser and account do. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  sandbox: ['card'],
  stripe: ['card', 'applepay', 'googlepay'],
};

/** Whether payments are simulated. */
export function isSandbox(provider: PageProvider): boolean {
  return provider?.name === 'sandbox';
}

/** Those of a session's methods that the provider offers on the page: none without cards. */
export function offeredMethods(
  provider: PageProvider,
  wanted: readonly string[],
): readonly string[] {
  const offered = (provider && METHODS[provider.name]) ?? [];
  return wanted.includes('card') ? wanted.filter((method) => offered.includes(method)) : [];
}

/** How a page takes a card: in fields of its own (the sandbox's), or in a form of the provider. */
export type CardForm = 'fields' | ProviderForm;

/** What the provider's script has to know. */
export interface ProviderForm {
  readonly publishableKey: string;
  readonly currency: string;
  /** In the provider's units; 0: the card is kept, and nothing charged. */
  readonly amount: number;
  /** What is charged instead of a trial that turns out to be used up. */
  readonly fullAmount: number;
  /** Whether the card is kept for charges without the buyer. */
  readonly savesCard: boolean;
  readonly methods: readonly string[];
}

interface CardPurpose {
  readonly due: Money;
  readonly full?: Money;
  readonly savesCard: boolean;
  readonly methods: readonly string[];
}

/** The form for a card with the provider; null where none can be taken. */
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

/** Every currency that can be sold in can be charged to the last minor unit. */
function unitsOf(money: Money): number {
  return toStripeAmount(money) ?? 0;
}
