import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { submitTicket } from '../../test/support/operator.ts';
import { runTillgate } from '../../test/support/run-command.ts';
import { dataOf } from '../../test/support/selling.ts';
import { buildService } from '../../test/support/service-process.ts';
import { TEST_SECRET_KEY, useTestApp } from '../../test/support/test-app.ts';

/** The operator's command as a process, against a really listening service. */
const test = useTestApp();
const parts = {} as { folder: string };

beforeAll(async () => {
  await buildService();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-kyb-'));
}, 120_000);

afterAll(() => rm(parts.folder, { recursive: true, force: true }));

const run = (args: readonly string[], secret = TEST_SECRET_KEY) =>
  runTillgate(parts.folder, ['kyb', ...args], {
    TILLGATE_BASE_URL: test.baseUrl,
    ...(secret ? { SECRET_KEY: secret } : {}),
  });

describe('tillgate kyb', () => {
  it('lists a ticket, reviews and approves it: the store is enabled', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner);
    const id = await submitTicket(owner, store.id);
    expect(JSON.parse((await run(['list'])).stdout)).toMatchObject([{ id, status: 'pending' }]);
    const reviewed = await run(['review', id]);
    expect(JSON.parse(reviewed.stdout)).toMatchObject({ id, status: 'processing' });
    const approved = await run(['approve', id, '--note', 'Welcome']);
    expect(approved.code).toBe(0);
    expect(JSON.parse(approved.stdout)).toMatchObject({ id, decisionNote: 'Welcome' });
    const shown = await owner.call('store/update-store', { id: store.id }, { environment: 'prod' });
    expect(shown.body.data.store.prodEnabled).toBe(true);
    expect(JSON.parse((await run(['list'])).stdout)).toEqual([]);
    const ofStore = await run(['list', '--store', store.id]);
    expect(JSON.parse(ofStore.stdout)).toMatchObject([{ id, status: 'succeeded' }]);
    const rejected = await run(['list', '--store', store.id, '--status', 'rejected']);
    expect(JSON.parse(rejected.stdout)).toEqual([]);
    const again = await run(['reject', id]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('KYB ticket is already decided, current status: succeeded');
  }, 60_000);

  it('prints what a merchant wrote without obeying it', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner);
    const businessDescription = 'Books\u009b2J\u009bHApproved \u202edetcejer';
    const body = { storeId: store.id, legalName: 'Books Ltd', country: 'DE', businessDescription };
    dataOf(await owner.call('kyb-ticket/submit-ticket', body));
    const { stdout } = await run(['list', '--store', store.id]);
    expect(stdout).toContain(String.raw`Books\u009b2J\u009bHApproved \u202edetcejer`);
    expect(JSON.parse(stdout)).toMatchObject([{ details: { businessDescription } }]);
  }, 60_000);

  it('explains a missing or wrong secret key', async () => {
    expect((await run(['list'], '')).stderr).toContain("SECRET_KEY isn't set");
    const { code, stderr } = await run(['list'], 'a wrong key, which is long enough to be one');
    expect(code).toBe(1);
    expect(stderr).toContain("Run this command on the service's machine");
  }, 60_000);
});
