import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTillgate } from '../../test/support/run-command.ts';
import { buildService } from '../../test/support/service-process.ts';
import { TEST_SECRET_KEY, useTestApp } from '../../test/support/test-app.ts';
import { makeTwoFactor } from '../../test/support/two-factor.ts';

const test = useTestApp();
const parts = {} as { folder: string };

beforeAll(async () => {
  await buildService();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-accounts-'));
}, 120_000);

afterAll(() => rm(parts.folder, { recursive: true, force: true }));

it('removes a second factor, and says so when there is none', async () => {
  const { email, logIn } = await makeTwoFactor(test);
  const run = () =>
    runTillgate(parts.folder, ['accounts', 'remove-second-factor', email], {
      TILLGATE_BASE_URL: test.baseUrl,
      SECRET_KEY: TEST_SECRET_KEY,
    });
  const { merchant } = (await run().then(() => logIn())).body.data;
  expect(merchant.email).toBe(email);
  const again = await run();
  expect([again.code, again.stderr]).toEqual([
    1,
    'tillgate: merchant/remove-second-factor returned 400: Two-factor login is off\n',
  ]);
}, 60_000);
