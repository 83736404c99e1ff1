import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventSchemas } from './event-schema.ts';
import { EVENT_TYPES } from './event-types.ts';
import { sampleEvent } from './sample-event.ts';

/** Recorded payloads, which `test/docs/event-payloads.test.ts` compares with real ones. */
const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/reference/events.json'), 'utf8'),
);
/** Fields that an event has only when they are available (docs/contract/events.md#data). */
const WHEN_AVAILABLE = [
  'merchantProvidedBuyerIdentity',
  'orderMerchantExternalId',
  'billingDetail',
  'productDescription',
];

describe.each(EVENT_TYPES)('%s', (type) => {
  it('has every field in samples that real events always have', () => {
    const { data } = sampleEvent(type, new Date());
    const given = Object.keys(recorded[type].data);
    const missing = given.filter((name) => !(name in data) && !WHEN_AVAILABLE.includes(name));
    expect(missing).toEqual([]);
  });

  it('has the fields that its schema requires', () => {
    expect(eventSchemas.get(type)?.safeParse(recorded[type]).error?.issues).toBeUndefined();
  });
});
