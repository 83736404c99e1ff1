import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { callAsOperator } from '../../../test/support/operator.ts';
import { closeReceivers, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook } from '../../../test/support/webhook.ts';
import { verifyWebhook } from '../../kit/verify-webhook.ts';
import { rotateKey } from './rotate-key.ts';

const test = useTestApp();
closeReceivers();

const path = 'webhook-key/rotate-key';
const hour = 3_600_000;
const rotate = (body: object) => callAsOperator(test, path, body);

async function readKeys() {
  const response = await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`);
  return response.json();
}

describe(path, () => {
  it('announces a key, signs with it from the switch on and shows the old one after', async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    const receiver = await startReceiver();
    await makeWebhook(merchant, storeId, receiver.url);
    const before = await readKeys();
    expect(before).toMatchObject({ next: { test: null }, previous: { test: [], prod: [] } });
    const deliver = async () => {
      await emit(test, storeId);
      await test.app.worker.runOnce();
      const { body = '', headers } = receiver.received.at(-1) ?? {};
      const header = String(headers?.['x-service-signature']);
      expect(header.match(/v1=/g)).toHaveLength(1);
      return (pem: string) =>
        verifyWebhook(Buffer.from(body), header, createPublicKey(pem), test.clock.now()).valid;
    };
    const { webhookKey } = (await rotate({ environment: 'test', afterHours: 2 })).body.data;
    test.clock.advance(hour);
    const announced = await readKeys();
    expect(announced).toMatchObject({
      ...{ test: before.test, prod: before.prod, previous: { test: [] } },
      next: { test: { publicKey: webhookKey.publicKey, from: webhookKey.activeFrom } },
    });
    expect((await deliver())(before.test)).toBe(true);
    test.clock.advance(hour);
    const verifies = await deliver();
    expect([verifies(webhookKey.publicKey), verifies(before.test)]).toEqual([true, false]);
    expect(await readKeys()).toMatchObject({
      ...{ test: webhookKey.publicKey, prod: before.prod, next: { test: null, prod: null } },
      previous: { test: [{ publicKey: before.test, until: webhookKey.activeFrom }], prod: [] },
    });
    test.clock.advance(31 * 24 * hour);
    expect((await readKeys()).previous.test).toEqual([]);
  });
});

describeErrorRows(rotateKey, {
  missingEnvironment: () => rotate({}),
  invalidEnvironment: () => rotate({ environment: 'live' }),
  invalidHours: () => rotate({ environment: 'prod', afterHours: 0 }),
  underWay: async () => {
    await readKeys();
    await rotate({ environment: 'prod' });
    return rotate({ environment: 'prod' });
  },
});
