import type { VisitedPage } from './page-store.ts';

// Relative to the URL of a session's page, below the path of PUBLIC_URL.

/** The portal of the page's store. */
export function portalLink(page: Pick<VisitedPage, 'environment'>): string {
  return withEnvironment('../portal', page);
}

/** The page of the store. */
export function storeLink(page: VisitedPage): string {
  return withEnvironment(`../../${encodeURIComponent(page.store.slug)}`, page);
}

/** The product's page in its store. */
export function productLink(
  page: Pick<VisitedPage, 'environment'> & { readonly product: { readonly id: string } },
): string {
  return withEnvironment(`../product/${page.product.id}`, page);
}

function withEnvironment(path: string, { environment }: Pick<VisitedPage, 'environment'>): string {
  return environment === 'test' ? `${path}?environment=test` : path;
}
