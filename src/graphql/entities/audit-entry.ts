import { raw, sql } from '../../database/database.ts';
import { merchants, ownedByStore } from '../access.ts';
import type { Entity } from '../description.ts';
import { text, time, uuid } from '../fields.ts';
import { merchantJoin } from './merchant.ts';

export const auditEntry: Entity = {
  ...ownedByStore,
  name: 'AuditEntry',
  description: 'What a merchant did. Visible to owner and admins; the list is empty for others.',
  table: 'audit_log',
  joins: [merchantJoin('merchant_id')],
  prefix: null,
  order: (row) => `${row}.id desc`,
  access: merchants((row, { merchantId, environment }) => {
    const entry = raw(row);
    return sql`(${entry}.environment is null or ${raw(`${row}.environment = '${environment}'`)})
      and exists (select from store_merchant reader where reader.store_id = ${entry}.store_id
        and reader.merchant_id = ${merchantId} and reader.role <> 'member')`;
  }),
  fields: {
    id: uuid('UUID.', (row) => `${row}.id`, { required: true }),
    action: text('Path of the action.', (row) => `${row}.action`, { required: true }),
    credential: text('`apiKey`, `dashboard` or `operator`.', (row) => `${row}.credential`, {
      required: true,
    }),
    merchantEmail: text('Email address of the merchant.', (row) => `${row}_m.email`),
    createdAt: time('When it was done.', (row) => `${row}.at`, { required: true }),
  },
};
