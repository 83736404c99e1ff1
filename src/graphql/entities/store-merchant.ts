import { byCreation, merchants, ownedByStore } from '../access.ts';
import type { Entity } from '../description.ts';
import { flag, one, plain, shortId, text, time } from '../fields.ts';
import { merchantJoin } from './merchant.ts';

export const storeMerchant: Entity = {
  ...ownedByStore,
  name: 'StoreMerchant',
  description: 'A merchant’s role on a store.',
  list: 'storeMerchants',
  table: 'store_merchant',
  joins: [merchantJoin('merchant_id')],
  prefix: null,
  order: (row) => byCreation(row, 'merchant_id'),
  access: merchants(),
  fields: {
    storeId: shortId('STO', 'The store, `STO_xxx`.', (row) => `${row}.store_id`, {
      required: true,
    }),
    merchantId: shortId('MER', 'The merchant, `MER_xxx`.', (row) => `${row}.merchant_id`, {
      required: true,
    }),
    role: text('`owner`, `admin` or `member`.', (row) => `${row}.role`, { required: true }),
    status: plain('`active`.', () => `'active'::text`, { required: true }),
    testOnly: flag(
      'Whether the role comes from a test key; it then ends when the store is enabled for production.',
      (row) => `${row}.test_only`,
      { required: true },
    ),
    twoFactor: flag(
      'Whether the merchant has a second factor: an authenticator app or a passkey.',
      (row) => `(exists (select from second_factor
        where merchant_id = ${row}.merchant_id and confirmed_at is not null)
        or exists (select from passkey where merchant_id = ${row}.merchant_id))`,
      { required: true },
    ),
    email: text('The merchant’s email address.', (row) => `${row}_m.email`, { required: true }),
    name: text('The merchant’s name.', (row) => `${row}_m.name`, { required: true }),
    createdAt: time('When the role was given.', (row) => `${row}.created_at`, {
      required: true,
    }),
    addedAt: time('The same as `createdAt`.', (row) => `${row}.created_at`, { required: true }),
    store: one('Store', 'The store.'),
    merchant: one(
      'Merchant',
      'The merchant.',
      (row, target) => `${target}.id = ${row}.merchant_id`,
    ),
  },
};
