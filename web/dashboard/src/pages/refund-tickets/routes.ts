import type { PageRoute } from '../../app/page-route.ts';

export const refundTicketsPages: readonly PageRoute[] = [
  {
    path: 'refund-tickets',
    load: () => import('./refund-tickets-page.tsx').then((m) => m.RefundTicketsPage),
  },
  {
    path: 'refund-tickets/$id',
    load: () => import('./refund-ticket-page.tsx').then((m) => m.RefundTicketPage),
  },
];
