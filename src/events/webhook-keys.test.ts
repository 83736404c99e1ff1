import { describe, expect, it } from 'vitest';
import { TEST_SECRET_KEY, useTestApp } from '../../test/support/test-app.ts';
import type { Database } from '../database/database.ts';
import { createSecrets } from '../secrets.ts';
import { createWebhookKeys } from './webhook-keys.ts';

const test = useTestApp();
const MINUTE_MS = 60_000;

describe('the keys of webhooks', () => {
  it('sign while the database is unavailable, for half an hour after they were read', async () => {
    const place = { isAway: false };
    const keys = createWebhookKeys(awayFrom(place), createSecrets(TEST_SECRET_KEY), () =>
      test.clock.now(),
    );
    const sign = () => keys.sign('test', 'text', test.clock.now());
    const signature = await sign();
    place.isAway = true;
    test.clock.advance(29 * MINUTE_MS);
    expect(await sign()).toBe(signature);
    await expect(keys.published()).rejects.toThrow('away');
    test.clock.advance(2 * MINUTE_MS);
    await expect(sign()).rejects.toThrow('away');
    place.isAway = false;
    expect(await sign()).toBe(signature);
  });
});

/** The test's database, which doesn't answer while it is away. */
function awayFrom(place: { readonly isAway: boolean }): Database {
  return {
    ...test.database,
    query: (statement) =>
      place.isAway ? Promise.reject(new Error('away')) : test.database.query(statement),
  };
}
