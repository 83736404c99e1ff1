import type { PageRoute } from '../../app/page-route.ts';
import { HomePage } from './home-page.tsx';
import { readHome } from './read-home.ts';

/** The first page of most visits: its code comes with the rest, its content is read ahead. */
export const homePages: readonly PageRoute[] = [
  { path: '/', load: () => Promise.resolve(HomePage), readAhead: readHome },
];
