import { expect, it } from 'vitest';
import { callWhile } from '../../../test/access/call-while.ts';
import {
  callAsNobody,
  newEmail,
  PASSWORD,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { lockMerchant } from '../api-key/api-key.queries.ts';
import { changeEmail } from './change-email.ts';
import { replaceEmail } from './email-change.queries.ts';
import { findMerchantByEmail, type MerchantRow } from './merchant.queries.ts';

const test = useTestApp();
const send = (body: object, cookie: string) =>
  callAsNobody(test, 'merchant/change-email', body, { cookie });
const asSomebody = async (change: object) =>
  send({ email: newEmail(), password: PASSWORD, ...change }, (await signUpMerchant(test)).cookie);

it('changes nothing until confirmed; an old address never confirmed gets no link', async () => {
  const { email, cookie } = await signUpMerchant(test);
  const next = newEmail();
  const reply = await send({ email: ` ${next.toUpperCase()}`, password: PASSWORD }, cookie);
  expect(reply.body.data).toEqual({ confirmAt: [next] });
  const session = await callAsNobody(test, 'merchant/get-session', {}, { cookie });
  expect(session.body.data.merchant.email).toBe(email);
  expect(await mailsTo(test, email, 'account.confirm_new_email')).toEqual([]);
});

it('asks the address that the account has after an earlier change', needs('server'), async () => {
  const { email, cookie } = await signUpMerchant(test);
  const [account] = await findMerchantByEmail(test.database, email);
  const { id } = account as MerchantRow;
  const [current, next] = [newEmail(), newEmail()];
  const [reply] = await callWhile(
    test.database,
    {
      hold: (tx) => lockMerchant(tx, id),
      finish: (tx) => replaceEmail(tx, id, current, test.clock.now()),
    },
    [() => send({ email: next, password: PASSWORD }, cookie)],
  );
  expect(reply?.body.data).toEqual({ confirmAt: [next, current] });
});

describeErrorRows(changeEmail, {
  missingEmail: () => asSomebody({ email: ' ' }),
  invalidEmail: () => asSomebody({ email: 'nobody' }),
  missingPassword: () => asSomebody({ password: '' }),
  wrong: () => asSomebody({ password: 'not the password' }),
  emailTaken: async () => asSomebody({ email: (await signUpMerchant(test)).email }),
  tooManyMails: async () => {
    const email = newEmail();
    for (let mails = 0; mails < 5; mails += 1) await asSomebody({ email });
    return asSomebody({ email });
  },
});
