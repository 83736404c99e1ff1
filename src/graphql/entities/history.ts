import { isAbout } from '../../events/about.ts';
import { MERCHANTS } from '../access.ts';
import type { Field, Row } from '../description.ts';
import { many } from '../fields.ts';

/** For merchants only; as many as a page shows. */
const SHOWN = { usualLimit: 50, readers: MERCHANTS };

/** SQL for a query of the displayed IDs of a row and everything that belongs to it. */
type Subjects = (row: Row) => string;

/** An order, its payments, their refunds and tickets. */
export const subjectsOfOrder: Subjects = (row) => `
  select short_id('ORD', ${row}.id) as id
  union all select short_id('PAY', paid.id) from payment paid
    where paid.store_id = ${row}.store_id and paid.order_id = ${row}.id
  union all select short_id('REF', back.id) from payment paid join refund back
      on back.store_id = paid.store_id and back.payment_id = paid.id
    where paid.store_id = ${row}.store_id and paid.order_id = ${row}.id
  union all select short_id('TKT', asked.id) from payment paid join refund_ticket asked
      on asked.store_id = paid.store_id and asked.payment_id = paid.id
    where paid.store_id = ${row}.store_id and paid.order_id = ${row}.id`;

/** A payment, its refunds and tickets. */
export const subjectsOfPayment: Subjects = (row) => `
  select short_id('PAY', ${row}.id) as id
  union all select short_id('REF', back.id) from refund back
    where back.store_id = ${row}.store_id and back.payment_id = ${row}.id
  union all select short_id('TKT', asked.id) from refund_ticket asked
    where asked.store_id = ${row}.store_id and asked.payment_id = ${row}.id`;

/** Events and emails about a row: for merchants, newest first. */
export function historyFields(
  subjects: Subjects,
  buyerEmail: (row: Row) => string,
): Readonly<Record<'events' | 'emails' | 'auditEntries', Field>> {
  const events = (
    row: Row,
    target: Row,
  ) => `${target}.id in (select told.id from (${subjects(row)}) subject
      join event told on told.store_id = ${row}.store_id and ${isAbout('told.event_id', 'subject.id')})`;
  const emails = (row: Row, target: Row) => `${target}.recipient_type = 'buyer'
    and ${target}.to_address in (${buyerEmail(row)}, lower(${buyerEmail(row)}))
    and exists (select from (${subjects(row)}) subject where ${isAbout(`${target}.event_id`, 'subject.id')})`;
  return {
    events: many('Event', 'Events about it, newest first.', events, SHOWN),
    emails: many('EmailDelivery', 'Emails to the buyer about it.', emails, SHOWN),
    auditEntries: auditField(subjects),
  };
}

/** What merchants did to something. */
export function auditField(subjects: Subjects): Field {
  const on = (row: Row, target: Row) =>
    `${target}.subject_id in (select subject.id from (${subjects(row)}) subject)`;
  return many('AuditEntry', 'What merchants did to it; visible to owner and admins.', on, SHOWN);
}

/** Members' notes about it. */
export function notesField(on: (row: Row, target: Row) => string): Field {
  return many('Note', 'Notes of the store’s members about it.', on, SHOWN);
}
