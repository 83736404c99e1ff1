import type { PageRoute } from '../../app/page-route.ts';

export const paymentsPages: readonly PageRoute[] = [
  { path: 'payments', load: () => import('./payments-page.tsx').then((m) => m.PaymentsPage) },
  { path: 'payments/$id', load: () => import('./payment-page.tsx').then((m) => m.PaymentPage) },
];
