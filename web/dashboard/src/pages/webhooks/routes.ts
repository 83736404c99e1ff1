import type { PageRoute } from '../../app/page-route.ts';

export const webhooksPages: readonly PageRoute[] = [
  { path: 'webhooks', load: () => import('./webhooks-page.tsx').then((m) => m.WebhooksPage) },
  {
    path: 'webhooks/new',
    load: () => import('./new-webhook-page.tsx').then((m) => m.NewWebhookPage),
  },
  { path: 'webhooks/$id', load: () => import('./webhook-page.tsx').then((m) => m.WebhookPage) },
];
