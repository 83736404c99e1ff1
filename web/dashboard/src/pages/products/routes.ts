import type { PageRoute } from '../../app/page-route.ts';

export const productsPages: readonly PageRoute[] = [
  { path: 'products', load: () => import('./products-page.tsx').then((m) => m.ProductsPage) },
  {
    path: 'products/new',
    load: () => import('./new-product-page.tsx').then((m) => m.NewProductPage),
  },
  { path: 'products/$id', load: () => import('./product-page.tsx').then((m) => m.ProductPage) },
  {
    path: 'products/$id/edit',
    load: () => import('./edit-product-page.tsx').then((m) => m.EditProductPage),
  },
];
