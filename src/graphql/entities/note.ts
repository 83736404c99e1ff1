import { inEnvironment, merchants, ownedByStore } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity } from '../description.ts';
import { plain, text, time, uuid } from '../fields.ts';
import { merchantJoin } from './merchant.ts';

export const note: Entity = {
  ...ownedByStore,
  name: 'Note',
  description: 'A note by a member of the store about an order or a customer; buyers don’t see it.',
  table: 'note',
  joins: [merchantJoin('written_by')],
  prefix: null,
  access: merchants(inEnvironment),
  fields: {
    id: uuid('UUID; the action `note/delete-note` takes it.', (row) => `${row}.id`, {
      required: true,
    }),
    text: plain('Text of the note.', (row) => `${row}.text`, {
      required: true,
      bytes: BYTES.reason,
    }),
    writtenBy: text('Author’s email address.', (row) => `${row}_m.email`, {
      required: true,
    }),
    createdAt: time('When it was written.', (row) => `${row}.created_at`, { required: true }),
  },
};
