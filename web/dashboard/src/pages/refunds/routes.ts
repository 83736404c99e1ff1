import type { PageRoute } from '../../app/page-route.ts';

export const refundsPages: readonly PageRoute[] = [
  { path: 'refunds', load: () => import('./refunds-page.tsx').then((m) => m.RefundsPage) },
];
