import { expect, it } from 'vitest';
import { callAsNobody } from '../../../test/support/accounts.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { startTestApp, useTestApp } from '../../../test/support/test-app.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { sql } from '../../database/database.ts';
import { beginPasskeyLogIn } from './begin-passkey-log-in.ts';

const test = useTestApp();
const path = 'merchant/begin-passkey-log-in';

it('names no passkey and stores nothing, however often it is called', async () => {
  const { options } = (await callAsNobody(test, path, {})).body.data;
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(options.allowCredentials ?? []).toEqual([]);
  expect(await test.database.query(sql`select from answered_challenge`)).toEqual([]);
});

describeErrorRows(beginPasskeyLogIn, {
  unavailable: async () => {
    const source = await openTestDatabase();
    const other = await startTestApp(source, { PUBLIC_URL: 'http://192.0.2.1:4000' });
    const reply = await callAsNobody(other, path, {});
    await other.app.http.close();
    await other.app.worker.stop();
    await source.close();
    return reply;
  },
});
