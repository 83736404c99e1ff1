import { readSpan } from '../../parts/list-filters.ts';
import type { ListingSpec } from '../../parts/list-reading.ts';

/** Milliseconds between polls, because deliveries change at any time. */
const LOOK_MS = 10_000;

export interface DeliveryRow {
  readonly id: string;
  readonly eventType: string;
  readonly eventId: string;
  readonly webhookUrl: string | null;
  readonly status: string;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly attemptCount: number;
  readonly createdAt: string;
}

const SELECTION =
  'id eventType eventId webhookUrl status httpStatus failure attemptCount createdAt';

export const DELIVERIES_LIST: ListingSpec = {
  field: 'webhookDeliveries',
  type: 'WebhookDelivery',
  selection: SELECTION,
  filter: filterOf,
  refetchInterval: LOOK_MS,
};

function filterOf({ webhook, status, event, about, created }: Readonly<Record<string, string>>) {
  const span = readSpan(created, new Date());
  return {
    ...(webhook ? { webhookId: { eq: webhook } } : {}),
    ...(status ? { status: { eq: status } } : {}),
    ...(event ? { eventType: { eq: event } } : {}),
    ...(about ? { eventId: { eq: about } } : {}),
    ...(span.gte || span.lt ? { createdAt: span } : {}),
  };
}
