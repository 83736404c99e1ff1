import type { PageRoute } from '../../app/page-route.ts';

export const subscriptionsPages: readonly PageRoute[] = [
  {
    path: 'subscriptions',
    load: () => import('./subscriptions-page.tsx').then((m) => m.SubscriptionsPage),
  },
  {
    path: 'subscriptions/$id',
    load: () => import('./subscription-page.tsx').then((m) => m.SubscriptionPage),
  },
];
