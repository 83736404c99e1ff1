import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { actions } from '../../../../src/actions.ts';
import { makeChange, NEVER_REPLAYED } from './make-change.ts';

const source = join(import.meta.dirname, '..');
/** Never replayed, but nothing is lost if they run twice: reads, and challenges of passkeys. */
const HARMLESS = [
  'event/list-events',
  'merchant/begin-passkey',
  'merchant/begin-passkey-log-in',
  'merchant/begin-passkey-step-up',
  'merchant/get-session',
  'merchant/list-passkeys',
  'merchant/list-sessions',
  'onetime-product/preview-publish',
  'personal-data/export-customer',
  'product/list-versions',
  'store-merchant/list-invitations',
  'store-merchant/show-invitation',
  'subscription-product-group/preview-publish',
  'subscription-product/preview-publish',
  'verification/scan-prompt',
  'webhook-delivery/list-attempts',
];

/** Makes every request fail without an answer; gives the number of requests so far. */
function loseAnswers(): () => number {
  const lost = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', lost);
  return () => lost.mock.calls.length;
}

describe('changes', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('knows every action of the pages that is never replayed', () => {
    const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('api'))
      .map((name) => readFileSync(join(source, name), 'utf8'))
      .join('\n');
    const called = actions
      .filter(({ path, ...one }) => 'replayable' in one && texts.includes(`'${path}'`))
      .filter((one) => 'replayable' in one && one.replayable === false)
      .map(({ path }) => path);
    expect([...NEVER_REPLAYED, ...HARMLESS].sort()).toEqual(called.sort());
  });

  it('are sent once if they are never replayed, and may have been made', async () => {
    const requests = loseAnswers();
    await expect(makeChange('merchant/log-out', {})).rejects.toThrow(
      'The change may have been made',
    );
    expect(requests()).toBe(1);
  });

  it('are retried if their answer is replayed', async () => {
    const requests = loseAnswers();
    await expect(makeChange('merchant/update-name', { name: 'Ada' })).rejects.toThrow(
      'We couldn’t reach the service',
    );
    expect(requests()).toBe(3);
  });
});
