import type { Entity } from '../description.ts';
import { one } from '../fields.ts';
import { productEntity } from './product.ts';

export const onetimeProduct: Entity = productEntity(
  'onetime',
  {
    name: 'OnetimeProduct',
    description: 'A product that is paid once, as the credential’s environment shows it.',
    single: 'onetimeProduct',
    list: 'onetimeProducts',
  },
  'OnetimeProductVersion',
  {
    store: one('Store', 'Its store.'),
  },
);
