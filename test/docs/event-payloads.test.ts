import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/events/event-types.ts';
import { type Payloads, payloadsOfARun, shapeOf } from '../support/event-payloads.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const file = join(import.meta.dirname, '../../docs/reference/events.json');

it('event pages show payloads as the service produces them (npm run docs:events)', async () => {
  const run = await payloadsOfARun(test);
  if (process.env.RECORD_EVENTS) writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  const shown: Payloads = JSON.parse(readFileSync(file, 'utf8'));
  expect(Object.keys(run).length).toBeGreaterThanOrEqual(16);
  expect(Object.keys(shown)).toEqual(Object.keys(run));
  for (const type of EVENT_TYPES) {
    expect([type, ...shapeOf(shown[type])]).toEqual([type, ...shapeOf(run[type])]);
  }
}, 120_000);
