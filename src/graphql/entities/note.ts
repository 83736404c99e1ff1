import { inEnvironment, merchants, ownedByStore } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity } from '../description.ts';
import { plain, text, time, uuid } from '../fields.ts';
import { merchantJoin } from './merchant.ts';

export const note: Entity = {
  ...ownedByStore,
  name: 'Note',
  description: 'What a member of the store noted about an order or a customer; no buyer sees it.',
  table: 'note',
  joins: [merchantJoin('written_by')],
  prefix: null,
  access: merchants(inEnvironment),
  fields: {
    id: uuid('UUID; the action `note/delete-note` takes it.', (row) => `${row}.id`, {
      required: true,
    }),
    text: plain('What is noted.', (row) => `${row}.text`, { required: true, bytes: BYTES.reason }),
    writtenBy: text('Email address of who wrote it.', (row) => `${row}_m.email`, {
      required: true,
    }),
    createdAt: time('When it was written.', (row) => `${row}.created_at`, { required: true }),
  },
};
