import { describe, expect, it } from 'vitest';
import type { EventType } from './event-types.ts';
import { noticeOf } from './notice.ts';
import { sampleEvent } from './sample-event.ts';

const NOW = new Date('2026-03-10T08:30:00.000Z');

function fieldOf(type: EventType, label: string, more: Readonly<Record<string, unknown>> = {}) {
  const data = { ...sampleEvent(type, NOW).data, ...more };
  const body = JSON.stringify({ timestamp: NOW.toISOString(), mode: 'test', data });
  return noticeOf(type, body).fields.find((field) => field.label === label)?.value;
}

describe('a chat message', () => {
  it('shows what a plan change charges, not the price of a plan', () => {
    expect(fieldOf('subscription.plan_changed', 'Amount')).toBe('24.50 USD');
    expect(fieldOf('subscription.updated', 'Amount')).toBe('24.50 USD');
    expect(fieldOf('subscription.plan_change_scheduled', 'Amount')).toBe('19.00 USD');
    expect(fieldOf('subscription.plan_change_failed', 'Amount')).toBeUndefined();
    expect(fieldOf('order.completed', 'Amount')).toBe('29.00 USD');
  });

  it('says why a refund failed, and otherwise why it was requested', () => {
    const reasons = { refundReason: 'Changed my mind', refundFailureReason: 'refund_declined' };
    expect(fieldOf('refund.failed', 'Reason', reasons)).toBe('refund_declined');
    expect(fieldOf('refund.succeeded', 'Reason')).toBe('Sample refund');
  });
});
