import type { PageRoute } from '../../app/page-route.ts';
import { HomePage } from './home-page.tsx';
import { readHome } from './read-home.ts';

/** The first page of most visits: its code is in the main bundle, and its data is prefetched. */
export const homePages: readonly PageRoute[] = [
  { path: '/', load: () => Promise.resolve(HomePage), readAhead: readHome },
];
