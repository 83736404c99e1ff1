import type { Language } from '../../kit/languages.ts';
import type { Storefront, Wish } from './storefront.ts';

/** The visitor's location, used to build links. */
export interface Place {
  /** Path of the service's root: empty, or that of `PUBLIC_URL`. */
  readonly basePath: string;
  readonly slug: Storefront['slug'];
  readonly wish: Wish;
  readonly pickedLanguage: Language | null;
}

/** Path of the store's page, with the visitor's choices. */
export function storefrontPath(place: Place, other: Partial<Wish> = {}): string {
  return withWish(rootOf(place), place, other);
}

/** Path of a product's page. */
export function productPath(place: Place, productId: string): string {
  return withWish(`${rootOf(place)}/product/${productId}`, place, { page: 1 });
}

/** Target of a product's buy button. */
export function buyPath(place: Place, productId: string): string {
  return withWish(`${rootOf(place)}/product/${productId}/buy`, place, { page: 1, currency: null });
}

function rootOf({ basePath, slug }: Place): string {
  return `${basePath}/store/${encodeURIComponent(slug)}`;
}

function withWish(path: string, { wish, pickedLanguage }: Place, other: Partial<Wish>): string {
  const { environment, currency, page } = { ...wish, ...other };
  const query = new URLSearchParams({
    ...(environment === 'test' ? { environment } : {}),
    ...(currency ? { currency } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(pickedLanguage ? { language: pickedLanguage } : {}),
  });
  return query.size > 0 ? `${path}?${query}` : path;
}
