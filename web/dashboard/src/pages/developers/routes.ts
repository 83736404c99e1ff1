import type { PageRoute } from '../../app/page-route.ts';

export const developersPages: readonly PageRoute[] = [
  { path: 'developers', load: () => import('./keys-page.tsx').then((m) => m.KeysPage) },
  {
    path: 'developers/graphql',
    load: () => import('./explorer-page.tsx').then((m) => m.ExplorerPage),
  },
  {
    path: 'developers/snippets',
    load: () => import('./snippets-page.tsx').then((m) => m.SnippetsPage),
  },
  {
    path: 'developers/webhook-keys',
    load: () => import('./webhook-keys-page.tsx').then((m) => m.WebhookKeysPage),
  },
  {
    path: 'developers/requests',
    load: () => import('./requests-page.tsx').then((m) => m.RequestsPage),
  },
];
