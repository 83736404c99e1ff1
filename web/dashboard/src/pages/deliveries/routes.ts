import type { PageRoute } from '../../app/page-route.ts';

export const deliveriesPages: readonly PageRoute[] = [
  { path: 'deliveries', load: () => import('./deliveries-page.tsx').then((m) => m.DeliveriesPage) },
  {
    path: 'deliveries/resend',
    load: () => import('./send-again-page.tsx').then((m) => m.SendAgainPage),
  },
  {
    path: 'deliveries/events',
    load: () => import('./events-page.tsx').then((m) => m.EventsPage),
  },
  { path: 'deliveries/$id', load: () => import('./delivery-page.tsx').then((m) => m.DeliveryPage) },
];
