import { useLocation } from '@tanstack/react-router';

/** Number of path segments before the section: environment and store. */
const PLACE_PARTS = 2;

/** The path after environment and store, such as `orders/ORD_…`. */
export function pagePath(pathname: string): string {
  return pathname.split('/').filter(Boolean).slice(PLACE_PARTS).join('/');
}

/** The section of the page, such as `orders`; IDs after it belong to one store and environment. */
export function useSectionPath(): string {
  return pagePath(useLocation().pathname).split('/', 1)[0] ?? '';
}
