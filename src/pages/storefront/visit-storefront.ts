import type { FastifyRequest } from 'fastify';
import type { SlugCaller } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Language } from '../../kit/languages.ts';
import { isStorable } from '../../kit/text.ts';
import { pageLanguage, pickedLanguage } from '../shared/page-language.ts';
import { countVisitor } from '../shared/visit.ts';
import type { Place } from './addresses.ts';
import { findStorefront } from './storefront.queries.ts';
import type { Storefront, Wish } from './storefront.ts';

const storefrontErrors = errorTable('store', { storeNotFound: [404, 'Store not found'] });

const CURRENCY = /^[A-Z]{3}$/;
/** Highest page number that can be requested. */
const LAST_PAGE = 10_000;

/** A request for a store's page or a product's. */
export type StorefrontRequest = FastifyRequest<{
  Params: { readonly slug: string; readonly productId: string };
}>;

/** The visitor's view of a store. */
export interface StorefrontVisit {
  readonly store: Storefront;
  readonly caller: SlugCaller;
  readonly language: Language;
  readonly place: Place;
}

/** The store named in the URL. Throws 404 if unknown or deleted, and 429 above the rate limit. */
export async function visitStorefront(
  gateway: Gateway,
  request: StorefrontRequest,
): Promise<StorefrontVisit> {
  const { slug } = request.params;
  const store = isStorable(slug) ? await findStorefront(gateway.database, slug) : null;
  if (store === null) {
    countVisitor(gateway, request, { kind: 'anonymous' });
    throw storefrontErrors.storeNotFound();
  }
  const wish = readWish(request.query);
  const caller: SlugCaller = {
    kind: 'slug',
    storeId: store.id,
    environment: wish.environment,
  };
  const basePath = new URL(gateway.ports.publicUrl).pathname.replace(/\/+$/, '');
  const place = { basePath, slug, wish, pickedLanguage: pickedLanguage(request) };
  return { store, caller, language: pageLanguage(request), place };
}

/** Whether the store sells in the environment. */
export function isSelling({ store, caller }: StorefrontVisit, { config }: Gateway): boolean {
  const enabled = store.prodEnabled || config.KYB_AUTO_APPROVE;
  return store.status === 'active' && (caller.environment === 'test' || enabled);
}

function readWish(query: unknown): Wish {
  const { environment, currency, page } = query as Readonly<Record<string, unknown>>;
  const number = Number(page);
  return {
    environment: environment === 'test' ? 'test' : 'prod',
    currency: typeof currency === 'string' && CURRENCY.test(currency) ? currency : null,
    page: Number.isInteger(number) && number > 0 && number <= LAST_PAGE ? number : 1,
  };
}
