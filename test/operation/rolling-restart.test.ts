import { describe, expect, it } from 'vitest';
import { restartInTurns } from '../proof/rolling-restarts.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { withFolder } from '../support/service-process.ts';
import { TEST_SECRET_KEY, useTestApp } from '../support/test-app.ts';

/** The full proof: ROLLING_RESTARTS=20 npx vitest run test/operation/rolling-restart */
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? 3);
const REQUESTS_PER_SECOND = 200;
const test = useTestApp();

describe('rolling restarts of two API processes', needs('server'), () => {
  it('fail no request', async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    await withFolder(async (folder) => {
      const settings = { DATABASE_URL: test.databaseUrl as string, SECRET_KEY: TEST_SECRET_KEY };
      const load = { restarts: RESTARTS, requestsPerSecond: REQUESTS_PER_SECOND };
      const result = await restartInTurns({ folder, settings, merchant, storeId, ...load });
      process.stdout.write(
        `${RESTARTS} restarts in ${result.seconds.toFixed(1)} s: ${result.sent} requests, ` +
          `${result.failures.length} failed\n`,
      );
      expect(result.failures).toEqual([]);
    });
  }, 600_000);
});
