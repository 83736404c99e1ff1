import type { Environment } from '../../contract/caller.ts';
import { raw, sql } from '../../database/database.ts';
import type { ProductKind } from '../../domain/product/product.ts';
import { MERCHANTS, merchants, ownedByStore } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity, Field, Row } from '../description.ts';
import { flag, integer, many, metadata, plain, shortId, text, time } from '../fields.ts';
import { auditField } from './history.ts';
import { media, prices } from './prices.ts';
import { soldField } from './product-sales.ts';

/** Fields that visitors see of a product, and buyers of what they bought. */
const PUBLIC = [
  'id',
  'storeId',
  'name',
  'description',
  'status',
  'version',
  'prices',
  'media',
  'billingPeriod',
  'createdAt',
  'updatedAt',
  'store',
];

const inThe = (column: string) => (row: Row, environment: Environment) =>
  `${row}.${environment}_${column}`;

/**
 * What both kinds of product share; a product is shown as in its environment. Links to other
 * entities are parameters, because importing their files would be circular.
 */
export function productEntity(
  kind: ProductKind,
  names: Pick<Entity, 'name' | 'description' | 'single' | 'list'>,
  versions: string,
  more: Readonly<Record<string, Field>>,
): Entity {
  return {
    ...ownedByStore,
    ...names,
    table: 'product',
    joins: [
      {
        table: 'product_version',
        as: 'v',
        on: (row, environment) => `${row}_v.id = ${row}.${environment}_version_id`,
      },
    ],
    only: (row, environment) =>
      `${row}.kind = '${kind}' and ${row}.${environment}_version_id is not null`,
    prefix: 'PROD',
    sorts: {
      NAME: { description: 'Name.', key: (row) => `${row}_v.name`, isJoined: true },
    },
    access: {
      ...merchants(),
      slug: {
        where: (row, { environment }) => raw(`${row}.${environment}_status = 'active'`),
        fields: PUBLIC,
      },
      token: {
        where: (row, { stores, orders }) => sql`${raw(row)}.id in (
          select bought.product_id from orders bought
          where bought.store_id = any(${stores}) and bought.id = any(${orders}))`,
        fields: PUBLIC,
        nestedOnly: true,
      },
    },
    fields: {
      id: shortId('PROD', 'Short ID, `PROD_xxx`.', (row) => `${row}.id`, { required: true }),
      storeId: shortId('STO', 'Its store, `STO_xxx`.', (row) => `${row}.store_id`, {
        required: true,
      }),
      name: text('Name in the environment’s version.', (row) => `${row}_v.name`, {
        required: true,
      }),
      description: plain('Description in Markdown.', (row) => `${row}_v.description`, {
        bytes: BYTES.description,
      }),
      status: text('`active` or `inactive` in the credential’s environment.', inThe('status'), {
        required: true,
      }),
      version: integer(
        'Number of the version shown in the credential’s environment.',
        (row) => `${row}_v.version_number`,
        { required: true },
      ),
      ...more,
      prices: prices((row) => `${row}_v.prices`),
      media: media((row) => `${row}_v.media`),
      successUrl: plain('Where buyers are sent after paying.', (row) => `${row}_v.success_url`, {
        bytes: BYTES.url,
      }),
      metadata: metadata('JSON text of the merchant’s own values.', (row) => `${row}_v`, {
        required: true,
      }),
      hasProdVersion: flag(
        'Whether it is published to production.',
        (row) => `(${row}.prod_version_id is not null)`,
        { required: true },
      ),
      createdAt: time('When it was created.', (row) => `${row}.created_at`, { required: true }),
      updatedAt: time('When it last changed in the environment.', inThe('updated_at'), {
        required: true,
      }),
      sold: { ...soldField, readers: MERCHANTS },
      auditEntries: auditField((row) => `select short_id('PROD', ${row}.id) as id`),
      versions: many(
        versions,
        'Its versions, newest first.',
        (row, target) => `${target}.product_id = ${row}.id`,
      ),
    },
  };
}
