import { describe, expect, it } from 'vitest';
import { callAsNobody, signUpMerchant } from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { requestEmailConfirmation } from './request-email-confirmation.ts';

const test = useTestApp();
const ask = (cookie: string) =>
  callAsNobody(test, 'merchant/request-email-confirmation', {}, { cookie });
const confirm = (token: string, cookie: string) =>
  callAsNobody(test, 'merchant/confirm-email', { token }, { cookie });

describe('merchant/request-email-confirmation', () => {
  it('mails a new link, and the previous one stops working', async () => {
    const { email, cookie } = await signUpMerchant(test);
    const first = await codeMailedTo(test, email);
    expect((await ask(cookie)).body).toEqual({ data: { requested: true } });
    const second = await codeMailedTo(test, email);
    expect((await confirm(first, cookie)).status).toBe(400);
    expect((await confirm(second, cookie)).status).toBe(200);
  });

  it('mails five links an hour, sign-up’s included, however many are requested together', async () => {
    const { cookie } = await signUpMerchant(test);
    const replies = await Promise.all(Array.from({ length: 12 }, () => ask(cookie)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });

  it('refuses an API key', async () => {
    const merchant = await makeMerchant(test);
    const reply = await merchant.call('merchant/request-email-confirmation', {});
    expectError(reply, 403, 'Insufficient permissions', 'gateway');
  });
});

describeErrorRows(requestEmailConfirmation, {
  alreadyConfirmed: async () => {
    const { email, cookie } = await signUpMerchant(test);
    await confirm(await codeMailedTo(test, email), cookie);
    return ask(cookie);
  },
  tooManyMails: async () => {
    const { cookie } = await signUpMerchant(test);
    for (let request = 0; request < 4; request += 1) await ask(cookie);
    return ask(cookie);
  },
});
