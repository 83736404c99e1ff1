import { expect, it } from 'vitest';
import { callAsNobody, PASSWORD, signUpMerchant } from '../../../test/support/accounts.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeTwoFactor } from '../../../test/support/two-factor.ts';
import { sql } from '../../database/database.ts';
import { beginTotp } from './begin-totp.ts';

const test = useTestApp();
const path = 'merchant/begin-totp';
const asSomebody = async (password: unknown) =>
  callAsNobody(test, path, { password }, { cookie: (await signUpMerchant(test)).cookie });

it("returns a secret, stores it sealed, and doesn't require a code at login yet", async () => {
  const { email, cookie } = await signUpMerchant(test);
  const reply = await callAsNobody(test, path, { password: PASSWORD }, { cookie });
  const { secret, uri } = reply.body.data;
  expect(uri).toContain(`secret=${secret}`);
  const [kept] = await test.database.query<{ text: string }>(
    sql`select json_agg(second_factor)::text as text from second_factor`,
  );
  expect(kept?.text).not.toContain(secret);
  const logIn = { email, password: PASSWORD };
  expect((await callAsNobody(test, 'merchant/log-in', logIn)).status).toBe(200);
});

describeErrorRows(beginTotp, {
  missingPassword: () => asSomebody(''),
  wrong: () => asSomebody('not the password'),
  alreadyOn: async () => (await makeTwoFactor(test)).call(path, { password: PASSWORD }),
});
