import { raw, sql } from '../../database/database.ts';
import type { ProductKind } from '../../domain/product/product.ts';
import { merchants, ownedByStore } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity, Field, LinkField } from '../description.ts';
import { flag, integer, metadata, plain, shortId, text, time } from '../fields.ts';
import { media, prices } from './prices.ts';

/** Fields that buyers see of the version they bought. */
const BOUGHT = [
  'id',
  'productId',
  'versionNumber',
  'name',
  'description',
  'billingPeriod',
  'prices',
  'media',
];

/** Versions of either kind of product that have ever been shown in the environment. */
export function versionEntity(
  kind: ProductKind,
  names: Pick<Entity, 'name' | 'description' | 'list'>,
  product: LinkField,
  more: Readonly<Record<string, Field>> = {},
): Entity {
  return {
    ...names,
    store: 'store_id',
    by: {
      productId: {
        description: 'Limits the list to this product, `PROD_xxx`.',
        prefix: 'PROD',
        column: (row) => `${row}.product_id`,
      },
      ...ownedByStore.by,
    },
    table: 'product_version',
    joins: [{ table: 'product', as: 'p', on: (row) => `${row}_p.id = ${row}.product_id` }],
    only: (row, environment) =>
      `${row}_p.kind = '${kind}' and exists (select from product_version_shown shown
        where shown.store_id = ${row}.store_id and shown.version_id = ${row}.id
          and shown.environment = '${environment}')`,
    prefix: 'PVER',
    order: (row) => `${row}.created_at desc, ${row}.version_number desc, ${row}.id desc`,
    access: {
      ...merchants(),
      token: {
        where: (row, { stores, orders }) => sql`${raw(row)}.id in (
          select bought.product_version_id from orders bought
          where bought.store_id = any(${stores}) and bought.id = any(${orders}))`,
        fields: BOUGHT,
        nestedOnly: true,
      },
    },
    fields: {
      id: shortId('PVER', 'Short ID, `PVER_xxx`.', (row) => `${row}.id`, { required: true }),
      productId: shortId('PROD', 'Its product, `PROD_xxx`.', (row) => `${row}.product_id`, {
        required: true,
      }),
      versionNumber: integer(
        'Number within the product, from 1.',
        (row) => `${row}.version_number`,
        {
          required: true,
        },
      ),
      name: text('Name.', (row) => `${row}.name`, { required: true }),
      description: plain('Description in Markdown.', (row) => `${row}.description`, {
        bytes: BYTES.description,
      }),
      ...more,
      prices: prices((row) => `${row}.prices`),
      media: media((row) => `${row}.media`),
      successUrl: plain('Where buyers are sent after paying.', (row) => `${row}.success_url`, {
        bytes: BYTES.url,
      }),
      metadata: metadata('JSON text of the merchant’s own values.', (row) => row, {
        required: true,
      }),
      isTestVersion: flag(
        'Whether it is currently shown in test.',
        (row) => `(${row}.id is not distinct from ${row}_p.test_version_id)`,
        { required: true },
      ),
      isProdVersion: flag(
        'Whether it is currently shown in production.',
        (row) => `(${row}.id is not distinct from ${row}_p.prod_version_id)`,
        { required: true },
      ),
      createdAt: time('When it was created; it never changes.', (row) => `${row}.created_at`, {
        required: true,
      }),
      product,
    },
  };
}
