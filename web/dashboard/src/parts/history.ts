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

/**
 * Maximum entries of each kind in a timeline; one more is read, to detect earlier ones. Notes have
 * no page of their own, so all are read (docs/contract/support.md#notes).
 */
const MAX_ENTRIES = 50;
const MAX_NOTES = 100;
const LIMIT = `(limit: ${MAX_ENTRIES + 1})`;

const EMAIL_FIELDS = '{ id subject toAddress status errorMessage createdAt }';
export const EMAILS = `emails${LIMIT} ${EMAIL_FIELDS}`;
export const NOTES = `notes(limit: ${MAX_NOTES}) { id text writtenBy createdAt }`;
export const ACTS = `auditEntries${LIMIT} { id action credential merchantEmail createdAt }`;
export const HISTORY = `events${LIMIT} { id type occurredAt deliveries(limit: 20) { id status } }
  ${EMAILS} ${ACTS}`;

/** The entry that says where to find the earlier ones of its kind. */
type Earlier = Pick<Moment, 'title' | 'detail' | 'page'>;

const EARLIER_EVENTS: Earlier = {
  title: 'Earlier events',
  detail: 'They aren’t shown here; see all events.',
  page: 'deliveries/events',
};
const EARLIER_EMAILS: Earlier = {
  title: 'Earlier emails',
  detail: 'They aren’t shown here; find them in the mailbox.',
  page: 'mailbox',
};
const EARLIER_ACTS: Earlier = {
  title: 'Earlier team activity',
  detail: 'They aren’t shown here; find them in the audit log.',
  page: 'audit-log',
};

/** Events, emails, team actions and notes, as timeline entries. */
export function historyMoments({ events, emails, auditEntries, notes }: History): Moment[] {
  return [
    ...shownMoments((events ?? []).map(momentOfEvent), EARLIER_EVENTS),
    ...shownMoments((emails ?? []).map(momentOfEmail), EARLIER_EMAILS),
    ...shownMoments((auditEntries ?? []).map(momentOfAct), EARLIER_ACTS),
    ...(notes ?? []).map(momentOfNote),
  ];
}

/** The newest entries; if there are more, the last entry says where to find them. */
function shownMoments(all: readonly Moment[], earlier: Earlier): readonly Moment[] {
  const shown = all.slice(0, MAX_ENTRIES);
  const oldest = shown.at(-1);
  if (all.length <= MAX_ENTRIES || !oldest) return shown;
  const { at, topic } = oldest;
  return [...shown, { ...earlier, key: earlier.title, at, topic, kind: 'past' }];
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
  if (all === 0) return 'No webhook subscribes to this event';
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

/** Labels of members' actions; actions without one are shown by their path. */
const ACT_WORDS: Readonly<Record<string, string>> = {
  'refund-ticket/create-ticket': 'Refund started',
  'refund-ticket/review-ticket': 'Refund request decided',
  'refund-ticket/resubmit-ticket': 'Refund request resubmitted',
  'receipt/send-receipt': 'Receipt sent again',
  'portal/send-link': 'Portal link sent',
  'onetime-order/cancel-order': 'Order canceled',
  'subscription-order/cancel-order': 'Subscription canceled',
  'subscription-order/end-order': 'Subscription ended',
  'subscription-order/reactivate-order': 'Subscription reactivated',
  'onetime-product/create-product': 'Product created',
  'onetime-product/update-product': 'Product changed',
  'onetime-product/update-status': 'Status changed',
  'onetime-product/publish-product': 'Product published',
  'subscription-product/create-product': 'Product created',
  'subscription-product/update-product': 'Product changed',
  'subscription-product/update-status': 'Status changed',
  'subscription-product/publish-product': 'Product published',
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
