import { useLocation } from '@tanstack/react-router';

/** Parts of a path before the section: environment and store. */
const PLACE_PARTS = 2;

/** The section of the page, such as `orders`; ids behind it belong to one store and environment. */
export function useSectionPath(): string {
  const { pathname } = useLocation();
  return pathname.split('/').filter(Boolean)[PLACE_PARTS] ?? '';
}
