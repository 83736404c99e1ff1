import { expect, it } from 'vitest';
import { callAsNobody, cookieOf } from '../../../test/support/accounts.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeOwner, makePasskey } from '../../../test/support/passkeys.ts';
import { startTestApp, useTestApp } from '../../../test/support/test-app.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { beginPasskeyStepUp } from './begin-passkey-step-up.ts';

const test = useTestApp();
const path = 'merchant/begin-passkey-step-up';

it('steps up this session with a passkey, and no other session', async () => {
  const { call, authenticator, logIn } = await makePasskey(test);
  const { cookie } = await logIn();
  test.clock.advance(10 * 60_000);
  const key = { environment: 'test', nickname: 'A key' };
  expect((await call('api-key/create-key', key)).status).toBe(403);
  const { options } = (await call(path, {})).body.data;
  expect(options.allowCredentials).toEqual([expect.objectContaining({ id: authenticator.id })]);
  const body = { credential: authenticator.get(options) };
  expect((await callAsNobody(test, 'merchant/step-up', body, { cookie })).status).toBe(403);
  expect((await call('merchant/step-up', body)).status).toBe(200);
  expect((await call('merchant/step-up', body)).status).toBe(403);
  expect((await call('api-key/create-key', key)).status).toBe(200);
});

describeErrorRows(beginPasskeyStepUp, {
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
  none: async () => (await makeOwner(test)).call(path, {}),
});
