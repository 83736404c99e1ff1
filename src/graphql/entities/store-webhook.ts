import { inEnvironment, merchants, ownedByStore } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity } from '../description.ts';
import { flag, one, plain, shortId, text, texts, time, uuid } from '../fields.ts';

export const storeWebhook: Entity = {
  ...ownedByStore,
  name: 'StoreWebhook',
  description: 'A webhook of a store in the credential’s environment. Its secret is never shown.',
  table: 'webhook',
  prefix: null,
  access: merchants(inEnvironment),
  fields: {
    id: uuid('UUID.', (row) => `${row}.id`, { required: true }),
    storeId: shortId('STO', 'Its store, `STO_xxx`.', (row) => `${row}.store_id`, {
      required: true,
    }),
    channel: text(
      '`http`, `feishu`, `discord`, `telegram` or `slack`.',
      (row) => `${row}.channel`,
      {
        required: true,
      },
    ),
    url: text('URL with tokens masked.', (row) => `${row}.url`, {
      required: true,
      bytes: BYTES.url,
    }),
    events: texts('Event types that it subscribes to.', (row) => `${row}.events`),
    testMode: flag(
      'True for test, false for production.',
      (row) => `(${row}.environment = 'test')`,
      {
        required: true,
      },
    ),
    disabledAt: time(
      'When it was disabled after failures; null if it works.',
      (row) => `${row}.disabled_at`,
    ),
    disabledReason: plain('Why it was disabled.', (row) => `${row}.disabled_reason`),
    createdAt: time('When it was added.', (row) => `${row}.created_at`, { required: true }),
    updatedAt: time('When it last changed.', (row) => `${row}.updated_at`, { required: true }),
    store: one('Store', 'Its store.'),
  },
};
