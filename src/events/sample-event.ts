import { describeEvent, type EventType, subscriptionEventId } from './event-types.ts';
import { SAMPLE } from './types/fields.ts';

export interface SampleEvent {
  readonly eventId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * A sample of an event type with all field groups (docs/contract/events.md#envelope), marked as
 * `sample`.
 */
export function sampleEvent(type: EventType, now: Date): SampleEvent {
  const { sample, sampleStatus } = describeEvent(type);
  const common = {
    sample: true,
    orderId: SAMPLE.order,
    orderStatus: sampleStatus,
    buyerEmail: 'buyer@example.com',
    currency: 'USD',
    amount: '29.00',
    taxAmount: '0.00',
    taxRate: 0,
    subtotal: '29.00',
    total: '29.00',
    productName: 'Sample product',
    orderMetadata: { sample: 'true' },
    productMetadata: {},
  };
  return { eventId: eventIdOf(type, now), data: { ...common, ...sample(now) } };
}

function eventIdOf(type: EventType, now: Date): string {
  const { eventId } = describeEvent(type);
  if (eventId === 'payment') return SAMPLE.payment;
  return eventId === 'refund' ? SAMPLE.refund : subscriptionEventId(type, SAMPLE.order, now);
}
