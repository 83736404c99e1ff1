import type { PageRoute } from '../../app/page-route.ts';

export const productGroupsPages: readonly PageRoute[] = [
  {
    path: 'product-groups',
    load: () => import('./product-groups-page.tsx').then((m) => m.ProductGroupsPage),
  },
  {
    path: 'product-groups/new',
    load: () => import('./new-group-page.tsx').then((m) => m.NewGroupPage),
  },
  {
    path: 'product-groups/$id',
    load: () => import('./product-group-page.tsx').then((m) => m.ProductGroupPage),
  },
];
