import { raw, type Sql, sql } from '../../database/database.ts';
import { inEnvironment, ownedByStore } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity, Row } from '../description.ts';
import { plain, shortId, text, time, uuid } from '../fields.ts';
import type { Scope } from '../scope.ts';
import { merchantJoin } from './merchant.ts';

const ofLeaders = (row: Row, { merchantId }: Scope): Sql => sql`exists (
  select from store_merchant reader where reader.store_id = ${raw(row)}.store_id
    and reader.merchant_id = ${merchantId} and reader.role <> 'member')`;

export const auditEntry: Entity = {
  ...ownedByStore,
  name: 'AuditEntry',
  description: 'What a merchant did. Visible to owner and admins; the list is empty for others.',
  list: 'auditEntries',
  table: 'audit_log',
  joins: [merchantJoin('merchant_id')],
  prefix: null,
  // As `audit/list-entries` shows them: a key sees its own environment, a dashboard session both.
  access: {
    apiKey: {
      where: (row, scope) =>
        sql`(${raw(row)}.environment is null or ${inEnvironment(row, scope)})
          and ${ofLeaders(row, scope)}`,
    },
    dashboard: { where: ofLeaders },
  },
  sorts: {
    // IDs begin with the time.
    CREATED_AT: { description: 'Time of creation.', key: (row) => `${row}.id` },
  },
  fields: {
    id: uuid('UUID.', (row) => `${row}.id`, { required: true }),
    action: text('Path of the action.', (row) => `${row}.action`, { required: true }),
    credential: text('`apiKey`, `dashboard` or `operator`.', (row) => `${row}.credential`, {
      required: true,
    }),
    credentialId: uuid(
      'The API key’s or the dashboard session’s ID.',
      (row) => `${row}.credential_id`,
      { required: true },
    ),
    merchantId: shortId('MER', 'The merchant, `MER_xxx`.', (row) => `${row}.merchant_id`, {
      required: true,
    }),
    merchantEmail: text('Email address of the merchant.', (row) => `${row}_m.email`),
    subjectType: text('Type of what it was done to.', (row) => `${row}.subject_type`, {
      required: true,
    }),
    subjectId: text('ID of what it was done to.', (row) => `${row}.subject_id`),
    environment: text('`test` or `prod`; null if it concerns both.', (row) => `${row}.environment`),
    details: plain(
      'JSON text: `fields`, the names of the fields that were sent, and what the action adds.',
      (row) => `${row}.details::text`,
      { required: true, bytes: BYTES.metadata },
    ),
    createdAt: time('When it was done.', (row) => `${row}.at`, { required: true }),
  },
};
