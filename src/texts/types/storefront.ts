// Generated from en.json by `npm run docs:generate`.
import type { Values } from '../../kit/messages.ts';

export interface StorefrontTexts {
  readonly products: string;
  readonly noProducts: string;
  readonly currency: string;
  readonly showPrices: string;
  readonly buy: string;
  readonly subscribe: string;
  readonly tryFree: string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly pageOf: (values: Values<'page' | 'pages'>) => string;
  readonly allProducts: (values: Values<'store'>) => string;
  readonly pictures: string;
  readonly storeUnknownTitle: string;
  readonly storeUnknownText: string;
  readonly productUnknownTitle: string;
  readonly productUnknownText: string;
  readonly notForSaleTitle: string;
  readonly notForSaleText: (values: Values<'store'>) => string;
}
