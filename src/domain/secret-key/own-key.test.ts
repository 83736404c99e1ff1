import { describe, expect, it } from 'vitest';
import { callAsNobody, PASSWORD, signUpMerchant } from '../../../test/support/accounts.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { submitTicket } from '../../../test/support/operator.ts';
import { TEST_SECRET_KEY, useTestApp } from '../../../test/support/test-app.ts';
import { makeWebhook } from '../../../test/support/webhook.ts';
import { type Sql, sql } from '../../database/database.ts';
import { readOwnKey } from './own-key.ts';

const MISTYPED = 'a secret key for tests, long enough to be two';
const REFUSAL =
  /^SECRET_KEY doesn't decrypt the secrets of this database\. Set SECRET_KEY to the key/;
const test = useTestApp({}, { isFresh: true });

const read = (SECRET_KEY: string, SECRET_KEY_PREVIOUS?: string) =>
  readOwnKey({ ...test.config, SECRET_KEY, SECRET_KEY_PREVIOUS }, test.database);

async function addWebhook(url: string, more: Readonly<Record<string, unknown>>): Promise<void> {
  const merchant = await makeMerchant(test);
  await makeWebhook(merchant, (await makeStore(merchant)).id, url, more);
}

/** What makes a secret of each kind, and what removes all of them. */
const KINDS: readonly [string, () => Promise<unknown>, Sql][] = [
  [
    'the secret of a webhook',
    () => addWebhook('http://127.0.0.1:9/', { secret: 'whsec_of/the/receiver+of/the/receiver+' }),
    sql`update webhook set sealed_secret = null`,
  ],
  [
    'the token of a chat channel',
    () => addWebhook('https://discord.com/api/webhooks/1/secret-token', { channel: 'discord' }),
    sql`update webhook set sealed_url = null`,
  ],
  [
    'the details of a verification',
    async () => {
      const merchant = await makeMerchant(test);
      await submitTicket(merchant, (await makeStore(merchant)).id);
    },
    sql`delete from kyb_ticket`,
  ],
  [
    'the secret of an authenticator',
    async () => {
      const { cookie } = await signUpMerchant(test);
      await callAsNobody(test, 'merchant/begin-totp', { password: PASSWORD }, { cookie });
    },
    sql`delete from second_factor`,
  ],
  [
    'a webhook key',
    () => fetch(`${test.baseUrl}/.well-known/webhook-keys.json`),
    sql`delete from webhook_key`,
  ],
];

describe('a database', () => {
  it.each(KINDS)('whose only secret is %s takes no other key', async (_kind, make, remove) => {
    expect(await read(MISTYPED)).toBe(MISTYPED);
    await make();
    await expect(read(MISTYPED)).rejects.toThrow(REFUSAL);
    expect(await read(TEST_SECRET_KEY)).toBe(TEST_SECRET_KEY);
    expect(await read(MISTYPED, TEST_SECRET_KEY)).toBe(MISTYPED);
    const lost = { ...test.config, SECRET_KEY: undefined };
    await expect(readOwnKey(lost, test.database)).rejects.toThrow("SECRET_KEY isn't set and");
    await test.database.query(remove);
  });
});
