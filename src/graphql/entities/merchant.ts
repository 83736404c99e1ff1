import { raw, sql } from '../../database/database.ts';
import { merchants } from '../access.ts';
import type { Entity, Join } from '../description.ts';
import { many, plain, shortId, text, time } from '../fields.ts';

/** The merchant whose ID a column of the row holds, joined as `_m`. */
export const merchantJoin = (column: string): Join => ({
  table: 'merchant',
  as: 'm',
  on: (row) => `${row}_m.id = ${row}.${column}`,
  isOfAccount: true,
});

export const merchant: Entity = {
  name: 'Merchant',
  description:
    'A merchant’s account: the caller’s own, or that of a member of one of their stores.',
  single: 'merchant',
  table: 'merchant',
  store: null,
  prefix: 'MER',
  by: {},
  access: merchants(
    (row, { merchantId, stores }) => sql`(${raw(row)}.id = ${merchantId} or ${raw(row)}.id in (
      select fellow.merchant_id from store_merchant fellow where fellow.store_id = any(${stores})))`,
  ),
  fields: {
    id: shortId('MER', 'Short ID, `MER_xxx`.', (row) => `${row}.id`, { required: true }),
    email: text('Email address.', (row) => `${row}.email`, { required: true }),
    name: text('Name.', (row) => `${row}.name`, { required: true }),
    status: plain('`active`.', () => `'active'::text`, { required: true }),
    createdAt: time('When the account was created.', (row) => `${row}.created_at`, {
      required: true,
    }),
    storeMerchants: many(
      'StoreMerchant',
      'Roles on stores on which the caller has a role, too.',
      (row, target) => `${target}.merchant_id = ${row}.id`,
    ),
    apiKeys: many(
      'ApiKey',
      'Live API keys; only the caller’s own.',
      (row, target) => `${target}.merchant_id = ${row}.id`,
    ),
  },
};
