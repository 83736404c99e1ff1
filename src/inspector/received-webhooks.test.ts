import { describe, expect, it } from 'vitest';
import { heapBytes } from '../../test/support/heap.ts';
import { renderEntries, renderInspectorPage } from './inspector-page.tsx';
import { createReceivedWebhooks, MAX_KEPT } from './received-webhooks.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

function receive(text: string, count = 1) {
  const received = createReceivedWebhooks();
  for (let number = 0; number < count; number += 1) {
    const body = Buffer.from(text);
    received.add({ headers: { 'x-service-event': 'x' }, body, publicKeys: {}, now });
  }
  return received;
}

describe('received webhooks', () => {
  it('keeps the latest and drops the oldest', () => {
    const kept = receive('{}', MAX_KEPT + 3).list();
    expect(kept).toHaveLength(MAX_KEPT);
    expect(kept[0]?.number).toBe(MAX_KEPT + 3);
    expect(kept.at(-1)?.number).toBe(4);
  });

  it('lists only deliveries after the one with the given ID', () => {
    const received = receive('{}', 3);
    const [, second] = received.list();
    expect(received.list(second?.id).map(({ number }) => number)).toEqual([3]);
  });

  it('lists all deliveries to a page that was opened before a restart', () => {
    const [shown] = receive('{}', 3).list();
    expect(receive('{}', 2).list(shown?.id)).toHaveLength(2);
  });

  it('truncates a body too large for a page', () => {
    const [webhook] = receive('x'.repeat(1_000_000)).list();
    expect(webhook?.body.length).toBeLessThan(70_000);
  });

  it('keeps a limited part of a long body and event type', () => {
    const received = createReceivedWebhooks();
    const text = JSON.stringify({ eventType: 'e'.repeat(400_000), text: 'x'.repeat(400_000) });
    const before = heapBytes();
    for (let number = 0; number < MAX_KEPT; number += 1) {
      const body = Buffer.from(text);
      received.add({ headers: {}, body, publicKeys: {}, now });
    }
    expect(heapBytes() - before).toBeLessThan(10_000_000);
    expect(received.list()[0]?.eventType).toHaveLength(100);
  });

  it('does not indent a body so deep that its spaces would fill the memory', () => {
    const deep = `${'['.repeat(4_000)}${'1,'.repeat(20_000)}1${']'.repeat(4_000)}`;
    const [webhook] = receive(deep).list();
    expect(webhook?.body).toBe(deep);
  });

  it('cannot be made to run script by what it receives', () => {
    const script = '<script>alert(1)</script>';
    const webhooks = receive(JSON.stringify({ eventType: script, text: script })).list();
    for (const html of [renderEntries(webhooks), renderInspectorPage(webhooks)]) {
      expect(html).not.toContain('<script>alert');
      expect(html).toContain('&lt;script');
    }
  });
});
