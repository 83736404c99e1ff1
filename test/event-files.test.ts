import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventFiles } from '../scripts/event-tables.ts';
import { actions } from '../src/actions.ts';
import { EVENT_TYPES } from '../src/events/event-types.ts';
import { switchNames } from '../src/events/switches.ts';
import { openApiDocument } from '../src/reference/openapi.ts';

const root = join(import.meta.dirname, '..');
const derived = eventFiles();
/** The formatter breaks lines that are too long. */
const unbroken = (text: string) => text.replaceAll(/\s/g, '');

describe('what is derived from the events and the switches', () => {
  it.each([...derived])('is up to date in %s (npm run docs:generate)', (path, text) => {
    expect(unbroken(readFileSync(join(root, path), 'utf8'))).toBe(unbroken(text));
  });

  it('names each of them in the contract and in the dashboard', () => {
    const texts = [...derived.values()].join('\n');
    for (const name of [...EVENT_TYPES, ...switchNames]) expect(texts).toContain(name);
  });

  it('is described in the reference', () => {
    const { webhooks } = openApiDocument(actions, 'http://localhost') as {
      readonly webhooks: Readonly<Record<string, { post: { description: string } }>>;
    };
    for (const type of EVENT_TYPES) expect(webhooks[type]?.post.description).toMatch(/^[A-Z].*\.$/);
  });
});
