import type { PageRoute } from '../../app/page-route.ts';

export const homePages: readonly PageRoute[] = [
  { path: '/', load: () => import('./home-page.tsx').then((m) => m.HomePage) },
];
