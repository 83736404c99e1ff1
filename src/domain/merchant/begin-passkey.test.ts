import { expect, it } from 'vitest';
import { callAsNobody, cookieOf } from '../../../test/support/accounts.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeOwner } from '../../../test/support/passkeys.ts';
import { startTestApp, useTestApp } from '../../../test/support/test-app.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { sql } from '../../database/database.ts';
import { beginPasskey } from './begin-passkey.ts';

const test = useTestApp();
const path = 'merchant/begin-passkey';

it('requires user verification for the passkey, and stores nothing', async () => {
  const { call } = await makeOwner(test);
  const { options } = (await call(path, {})).body.data;
  expect(options.rp.id).toBe('localhost');
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  });
  expect(await test.database.query(sql`select from answered_challenge`)).toEqual([]);
});

describeErrorRows(beginPasskey, {
  unavailable: async () => {
    const source = await openTestDatabase();
    const other = await startTestApp(source, { PUBLIC_URL: 'http://192.0.2.1:4000' });
    const account = { email: 'a@m.example', password: 'a long password', name: 'A' };
    const cookie = cookieOf(await callAsNobody(other, 'merchant/sign-up', account));
    const reply = await callAsNobody(other, path, {}, { cookie });
    await other.app.http.close();
    await other.app.worker.stop();
    await source.close();
    return reply;
  },
  tooMany: async () => {
    const { call, email } = await makeOwner(test);
    await test.database.query(sql`
      insert into passkey
        (id, merchant_id, name, credential_id, public_key, counter, transports, created_at)
      select gen_random_uuid(), merchant.id, 'A key', gen_random_uuid()::text, '', 0, '{}', now()
      from merchant, generate_series(1, 10) where email = ${email}`);
    return call(path, {});
  },
});
