import type { PageRoute } from '../../app/page-route.ts';

export const customersPages: readonly PageRoute[] = [
  { path: 'customers', load: () => import('./customers-page.tsx').then((m) => m.CustomersPage) },
];
