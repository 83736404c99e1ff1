import { raw, sql } from '../../database/database.ts';
import type { Access, Entity } from '../description.ts';
import { text, time, uuid } from '../fields.ts';

/** An API key sees nothing of the other environment; the dashboard manages both. */
const ofEnvironment: Access = {
  where: (row, { merchantId, environment }) =>
    sql`${raw(row)}.merchant_id = ${merchantId} and ${raw(`${row}.environment = '${environment}'`)}`,
};
const ofBoth: Access = {
  where: (row, { merchantId }) => sql`${raw(row)}.merchant_id = ${merchantId}`,
};

export const apiKey: Entity = {
  name: 'ApiKey',
  description:
    'A live API key of the caller. An API key sees those of its environment, the dashboard all of them.',
  list: 'apiKeys',
  table: 'api_key',
  store: null,
  prefix: null,
  by: {},
  only: (row) => `${row}.deleted_at is null`,
  access: { apiKey: ofEnvironment, dashboard: ofBoth },
  fields: {
    id: uuid('UUID.', (row) => `${row}.id`, { required: true }),
    nickname: text('Name given by the merchant.', (row) => `${row}.nickname`, { required: true }),
    environment: text('`test` or `prod`.', (row) => `${row}.environment`, { required: true }),
    recentlyUsed: time('When it was last used.', (row) => `${row}.recently_used_at`),
    recentlyUsedAt: time('The same as `recentlyUsed`.', (row) => `${row}.recently_used_at`),
    createdAt: time('When it was created.', (row) => `${row}.created_at`, { required: true }),
    expiresAt: time('When it expires; null if never.', (row) => `${row}.expires_at`),
  },
};
