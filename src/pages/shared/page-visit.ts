import type { FastifyRequest } from 'fastify';
import type { Environment } from '../../contract/caller.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Language } from '../../kit/languages.ts';
import { pageLanguage, pickedLanguage } from './page-language.ts';
import type { PageProvider } from './payment-methods.ts';
import { newNonce } from './security-headers.ts';

/** The context of every session's page: the time, the visitor, the payment provider. */
export interface PageVisit {
  /** `PUBLIC_URL`; its path is the prefix of every link. */
  readonly publicUrl: string;
  readonly provider: PageProvider;
  readonly now: Date;
  readonly nonce: string;
  readonly language: Language;
  /** The language the visitor picked, kept in every link. */
  readonly pickedLanguage: Language | null;
}

/** The context of a request for a session's page. */
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
