import type { EventType } from '../../src/events/event-types.ts';
import { recordEvent } from '../../src/events/record-event.ts';
import { sampleEvent } from '../../src/events/sample-event.ts';
import { uuidOf } from './catalogue.ts';
import type { Environment } from './merchant.ts';
import type { TestApp } from './test-app.ts';

/** Records an event of the store as a change would, with every field an event can have. */
export async function recordShopEvent(
  test: TestApp,
  storeId: string,
  type: EventType,
  data: Readonly<Record<string, unknown>> = {},
  environment: Environment = 'test',
): Promise<void> {
  const now = test.clock.now();
  const sample = sampleEvent(type, now);
  const event = {
    ...{ storeId: uuidOf('STO', storeId), environment, type },
    ...{ eventId: sample.eventId, data: { ...sample.data, ...data } },
  };
  await test.database.transaction((tx) => recordEvent(tx, event, now));
}
