import type { Entity } from '../description.ts';
import { one } from '../fields.ts';
import { productEntity } from './product.ts';

export const onetimeProduct: Entity = productEntity(
  'onetime',
  {
    name: 'OnetimeProduct',
    description: 'A product paid for once, as shown in the credential’s environment.',
    single: 'onetimeProduct',
    list: 'onetimeProducts',
  },
  'OnetimeProductVersion',
  {
    store: one('Store', 'Its store.'),
  },
);
