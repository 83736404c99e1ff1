import type { FastifyRequest } from 'fastify';
import type { Environment } from '../../contract/caller.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Language } from '../../kit/languages.ts';
import { pageLanguage, pickedLanguage } from './page-language.ts';
import type { PageProvider } from './payment-methods.ts';
import { newNonce } from './security-headers.ts';

/** What every session's page is rendered for: the moment, the visitor, who takes the money. */
export interface PageVisit {
  /** `PUBLIC_URL`: its path leads every link. */
  readonly publicUrl: string;
  readonly provider: PageProvider;
  readonly now: Date;
  readonly nonce: string;
  readonly language: Language;
  /** The one that the visitor has picked: every link keeps it. */
  readonly pickedLanguage: Language | null;
}

/** The visit that a request makes to a session's page. */
export function pageVisit(
  { ports, clock }: Gateway,
  request: FastifyRequest,
  page: { readonly environment: Environment; readonly language: string | null },
): PageVisit {
  return {
    publicUrl: ports.publicUrl,
    provider: ports.paymentProviders[page.environment],
    now: clock.now(),
    nonce: newNonce(),
    language: pageLanguage(request, page.language),
    pickedLanguage: pickedLanguage(request),
  };
}
