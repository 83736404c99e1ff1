import { describe, expect, it } from 'vitest';
import { countWaiting } from '../../test/support/lock-waits.ts';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { needs } from '../../test/support/needs.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';
import { deleteWebhook } from '../domain/store/webhook.queries.ts';
import { decodeId, type Id } from '../kit/id.ts';

const test = useTestApp();

describe('a webhook that is removed while an event is recorded', () => {
  it('never fails the change', needs('server'), async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    const { id } = await makeWebhook(merchant, storeId, 'https://hooks.example.com/');
    let emitting: Promise<string> | undefined;
    await test.database.transaction(async (tx) => {
      await deleteWebhook(tx, { id, storeId: decodeId('STO', storeId) as Id<'STO'> });
      emitting = emit(test, storeId);
      emitting.catch(() => {});
      await expect.poll(() => countWaiting(test.database)).toBe(1);
    });
    await emitting;
    expect(await readDeliveries(test, storeId)).toEqual([]);
  });
});
