import type { PageRoute } from '../../app/page-route.ts';

export const ordersPages: readonly PageRoute[] = [
  { path: 'orders', load: () => import('./orders-page.tsx').then((m) => m.OrdersPage) },
  { path: 'orders/$id', load: () => import('./order-page.tsx').then((m) => m.OrderPage) },
];
