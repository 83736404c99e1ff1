import type { Entity } from '../description.ts';
import { one } from '../fields.ts';
import { versionEntity } from './product-version.ts';

export const onetimeProductVersion: Entity = versionEntity(
  'onetime',
  {
    name: 'OnetimeProductVersion',
    description: 'A version of a one-time product. Versions never change.',
    list: 'onetimeProductVersions',
  },
  one('OnetimeProduct', 'Its product.', (row, target) => `${target}.id = ${row}.product_id`),
);
