import { byStore, merchants } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity } from '../description.ts';
import { flag, many, part, plain, shortId, text, time } from '../fields.ts';
import { checkoutSettings, notificationSettings } from './store-settings.ts';

/** Fields that visitors see of a store (docs/contract/graphql.md). */
const PUBLIC = [
  'id',
  'name',
  'slug',
  'logo',
  'businessName',
  'taxId',
  'businessAddress',
  'checkoutSettings',
  'onetimeProducts',
  'subscriptionProducts',
];

export const store: Entity = {
  name: 'Store',
  description: 'A store: it owns products, orders and webhooks. Deleted stores are not shown.',
  single: 'store',
  list: 'stores',
  table: 'store',
  store: 'id',
  prefix: 'STO',
  by: { storeId: { ...byStore.storeId, column: (row) => `${row}.id` } },
  access: {
    ...merchants(),
    slug: { fields: PUBLIC },
    token: { fields: ['id', 'name', 'slug', 'logo'], nestedOnly: true },
  },
  fields: {
    id: shortId('STO', 'Short ID, `STO_xxx`.', (row) => `${row}.id`, { required: true }),
    name: text('Name, 1 to 48 characters.', (row) => `${row}.name`, { required: true }),
    slug: text(
      'The value for `X-Store-Slug`; unchanged when the store is renamed.',
      (row) => `${row}.slug`,
    ),
    status: text('`active`, `inactive` or `suspended`.', (row) => `${row}.status`, {
      required: true,
    }),
    logo: plain('URL of the logo.', (row) => `${row}.logo`, { bytes: BYTES.url }),
    supportEmail: text('Verified email address for buyers.', (row) => `${row}.support_email`),
    website: text('Verified website.', (row) => `${row}.website`),
    businessName: plain(
      'Name of the business, shown on pages and receipts.',
      (row) => `${row}.business_name`,
    ),
    taxId: plain('Its tax ID.', (row) => `${row}.tax_id`),
    businessAddress: plain('Its address, in separate lines.', (row) => `${row}.business_address`, {
      bytes: BYTES.address,
    }),
    prodEnabled: flag('Whether production is enabled.', (row) => `${row}.prod_enabled`, {
      required: true,
    }),
    kybStatus: text(
      'State of the latest KYB ticket: `pending`, `processing`, `succeeded` or `rejected`; null if there is none.',
      (row) =>
        `(select kyb.status from kyb_ticket kyb where kyb.store_id = ${row}.id order by kyb.created_at desc limit 1)`,
    ),
    testClockAt: time(
      'Time of its test clock; null if never moved.',
      (row) => `(select clock.at from test_clock clock where clock.store_id = ${row}.id)`,
    ),
    notificationSettings: part(notificationSettings, 'Which notifications are sent.', {
      required: true,
    }),
    checkoutSettings: part(checkoutSettings, 'How the hosted checkout looks.', { required: true }),
    createdAt: time('When it was created.', (row) => `${row}.created_at`, { required: true }),
    updatedAt: time('When it last changed.', (row) => `${row}.updated_at`, { required: true }),
    onetimeProducts: many(
      'OnetimeProduct',
      'Its one-time products in the credential’s environment.',
    ),
    subscriptionProducts: many(
      'SubscriptionProduct',
      'Its subscription products in the credential’s environment.',
    ),
    subscriptionProductGroups: many(
      'SubscriptionProductGroup',
      'Its product groups in the credential’s environment.',
    ),
    storeWebhooks: many('StoreWebhook', 'Its webhooks in the credential’s environment.'),
    storeMerchants: many('StoreMerchant', 'Its members with their roles.'),
  },
};
