import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../test/support/catalogue.ts';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { needs } from '../../test/support/needs.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';
import { sql } from '../database/database.ts';
import type { AttemptRecord } from '../events/attempt.queries.ts';
import { type ClaimedDelivery, claimDueDeliveries } from '../events/delivery.queries.ts';
import { type Id, newId, newUuid } from '../kit/id.ts';
import { addMs } from '../kit/time.ts';
import { createRecorder } from './recorder.ts';
import { writeAttemptsTo } from './write-attempts.ts';

const test = useTestApp();
const LIMITS = { all: 10, failing: 10, perWebhook: 10, perChannel: {} };
const HOLD_MS = 60_000;

const succeeded = (
  { id, storeId, eventId, leasedUntil }: ClaimedDelivery,
  attemptedAt: Date,
): AttemptRecord => ({
  ...{ storeId, deliveryId: id, eventId, leasedUntil, attemptId: newUuid(attemptedAt) },
  status: 'success',
  ...{ dueAt: attemptedAt, attemptedAt, durationMs: 5, httpStatus: 200, responseBody: 'ok' },
  ...{ failure: null, isGone: false, pacedUntil: null },
});

const makeRecorder = () => createRecorder(writeAttemptsTo(test.database, () => {}));

async function claimTwo(): Promise<{ storeId: string; claimed: ClaimedDelivery[]; now: Date }> {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  await makeWebhook(merchant, storeId, 'https://hooks.example.com/');
  await emit(test, storeId);
  await emit(test, storeId);
  const now = test.clock.now();
  const id = uuidOf('STO', storeId);
  const claimed = await claimDueDeliveries(test.database, id, LIMITS, now, addMs(now, HOLD_MS));
  return { storeId, claimed, now };
}

const statusesOf = async (storeId: string) =>
  (await readDeliveries(test, storeId)).map(({ status, attempts }) => `${status} ${attempts}`);

describe('the recorder', () => {
  it('waits only for running attempts', async () => {
    const { storeId, claimed, now } = await claimTwo();
    const recorder = makeRecorder();
    const [first, second] = claimed.map((one) => succeeded(one, now)) as [
      AttemptRecord,
      AttemptRecord,
    ];
    let end = () => {};
    const late = recorder.record(
      new Promise((resolve) => {
        end = () => resolve(second);
      }),
    );
    await recorder.record(Promise.resolve(first));
    expect((await statusesOf(storeId)).sort()).toEqual(['pending 0', 'success 1']);
    end();
    expect(await late).toBe(second);
    expect(await statusesOf(storeId)).toEqual(['success 1', 'success 1']);
  });

  it('records separately what was locked during the batch', needs('server'), async () => {
    const { storeId, claimed, now } = await claimTwo();
    const recorder = makeRecorder();
    const [held] = claimed as [ClaimedDelivery];
    let recording: Promise<unknown> = Promise.resolve();
    await test.database.transaction(async (tx) => {
      await tx.query(sql`
        select from webhook_delivery where store_id = ${held.storeId} and id = ${held.id}
        for update`);
      const records = claimed.map((one) => Promise.resolve(succeeded(one, now)));
      recording = Promise.all(records.map((record) => recorder.record(record)));
      await expect
        .poll(async () => (await statusesOf(storeId)).sort())
        .toEqual(['pending 0', 'success 1']);
    });
    await recording;
    expect(await statusesOf(storeId)).toEqual(['success 1', 'success 1']);
  });

  it('writes what ends together once for each store, and what a batch left out alone', async () => {
    const written: string[][] = [];
    const recorder = createRecorder<{ storeId: Id<'STO'> | null; name: string }>(
      async (_, attempts) => {
        written.push(attempts.map(({ name }) => name));
        return attempts.filter(({ name }) => name !== 'held');
      },
    );
    const storeId = newId('STO', test.clock.now());
    const ended = [
      { storeId, name: 'first' },
      { storeId: null, name: 'of an account' },
      { storeId, name: 'held' },
    ];
    const recorded = ended.map((attempt) => recorder.record(Promise.resolve(attempt)));
    expect(await Promise.all(recorded)).toEqual(ended);
    expect(written).toEqual([['first', 'held'], ['of an account'], ['held']]);
  });
});
