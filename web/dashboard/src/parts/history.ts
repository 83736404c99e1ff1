import type { Moment } from './timeline.ts';

export interface Email {
  readonly id: string;
  readonly subject: string;
  readonly toAddress: string;
  readonly status: string;
  readonly errorMessage: string | null;
  readonly createdAt: string;
}

export interface Note {
  readonly id: string;
  readonly text: string;
  readonly writtenBy: string;
  readonly createdAt: string;
}

export interface Act {
  readonly id: string;
  readonly action: string;
  readonly credential: string;
  readonly merchantEmail: string | null;
  readonly createdAt: string;
}

interface Told {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly deliveries: readonly { readonly id: string; readonly status: string }[];
}

/** The history fields of a detail page. */
export interface History {
  readonly events?: readonly Told[];
  readonly emails?: readonly Email[];
  readonly auditEntries?: readonly Act[];
  readonly notes?: readonly Note[];
}

const EMAIL_FIELDS = '{ id subject toAddress status errorMessage createdAt }';
export const EMAILS = `emails ${EMAIL_FIELDS}`;
/** Of a customer: as many as a thing's page reads. */
export const LATEST_EMAILS = `emails(limit: 50) ${EMAIL_FIELDS}`;
export const NOTES = 'notes { id text writtenBy createdAt }';
export const ACTS = 'auditEntries { id action credential merchantEmail createdAt }';
export const HISTORY = `events { id type occurredAt deliveries(limit: 20) { id status } }
  ${EMAILS} ${ACTS}`;

/** Events, emails, notes and what the team did, as moments. */
export function historyMoments({ events, emails, auditEntries, notes }: History): Moment[] {
  return [
    ...(events ?? []).map(momentOfEvent),
    ...(emails ?? []).map(momentOfEmail),
    ...(auditEntries ?? []).map(momentOfAct),
    ...(notes ?? []).map(momentOfNote),
  ];
}

function momentOfEvent({ id, type, occurredAt: at, deliveries }: Told): Moment {
  const failed = deliveries.filter(({ status }) => status === 'failed');
  const [shown] = [...failed, ...deliveries];
  return {
    ...{ key: id, at, title: type, detail: deliveryText(deliveries, failed.length) },
    ...{ topic: 'event', kind: failed.length > 0 ? 'problem' : 'past' },
    ...(shown ? { page: `deliveries/${shown.id}` } : {}),
  };
}

function deliveryText(deliveries: Told['deliveries'], failed: number): string {
  const all = deliveries.length;
  if (all === 0) return 'No webhook listens to this event';
  if (failed > 0) return `${failed} of ${counted(all, 'delivery', 'deliveries')} failed`;
  const waiting = deliveries.filter(({ status }) => status === 'pending').length;
  if (waiting > 0) return `${waiting} of ${counted(all, 'delivery', 'deliveries')} on the way`;
  return `Delivered to ${counted(all, 'webhook', 'webhooks')}`;
}

function counted(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}

function momentOfEmail(email: Email): Moment {
  const { id, subject, toAddress, status, errorMessage, createdAt: at } = email;
  const state = status === 'pending' ? 'waiting to be sent' : (errorMessage ?? 'sent');
  return {
    ...{ key: id, at, title: `Email: ${subject}`, detail: `To ${toAddress}, ${lower(state)}` },
    ...{ topic: 'email', kind: status === 'failed' ? 'problem' : 'past' },
    page: `mailbox/${id}`,
  };
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Labels of members' actions; others are shown by path. */
const ACT_WORDS: Readonly<Record<string, string>> = {
  'refund-ticket/create-ticket': 'Refund started',
  'refund-ticket/review-ticket': 'Refund request decided',
  'refund-ticket/resubmit-ticket': 'Refund started again',
  'receipt/send-receipt': 'Receipt sent again',
  'portal/send-link': 'Portal link sent',
  'onetime-order/cancel-order': 'Order canceled',
  'subscription-order/cancel-order': 'Subscription canceled',
  'subscription-order/end-order': 'Subscription ended',
  'subscription-order/reactivate-order': 'Subscription reactivated',
  'onetime-product/create-product': 'Product created',
  'onetime-product/update-product': 'Product changed',
  'onetime-product/update-status': 'Status changed',
  'onetime-product/publish-product': 'Released to live',
  'subscription-product/create-product': 'Product created',
  'subscription-product/update-product': 'Product changed',
  'subscription-product/update-status': 'Status changed',
  'subscription-product/publish-product': 'Released to live',
};

function momentOfAct({ id, action, credential, merchantEmail, createdAt: at }: Act): Moment {
  const by = credential === 'operator' ? 'the operator' : (merchantEmail ?? 'a merchant');
  const through = credential === 'apiKey' ? ', with an API key' : '';
  const title = ACT_WORDS[action] ?? action;
  return { key: id, at, title, detail: `By ${by}${through}`, topic: 'team', kind: 'past' };
}

function momentOfNote({ id, text, writtenBy, createdAt: at }: Note): Moment {
  const title = `Note by ${writtenBy}`;
  return { key: id, at, title, detail: text, topic: 'team', kind: 'past', noteId: id };
}
