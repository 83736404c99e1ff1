import type { PaymentProvider } from '../contract/payment-provider.ts';

/** The provider of a page's environment, or null when nothing can be paid there. */
export type PageProvider = Pick<PaymentProvider, 'name'> | null;

/** What each provider can take on the page; wallets appear with a provider that offers them. */
const METHODS: Readonly<Record<string, readonly string[]>> = { sandbox: ['card'] };

/** Whether payments are simulated. */
export function isSandbox(provider: PageProvider): boolean {
  return provider?.name === 'sandbox';
}

/** Those of a session's methods that the provider offers on the page. */
export function offeredMethods(
  provider: PageProvider,
  wanted: readonly string[],
): readonly string[] {
  const offered = (provider && METHODS[provider.name]) ?? [];
  return wanted.filter((method) => offered.includes(method));
}
