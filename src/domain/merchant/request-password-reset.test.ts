import { describe, expect, it } from 'vitest';
import { callAsNobody, newEmail, signUpMerchant } from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo, mailsTo } from '../../../test/support/mail.ts';
import { startTestApp, useTestApp } from '../../../test/support/test-app.ts';
import { requestPasswordReset } from './request-password-reset.ts';

const test = useTestApp();
const TYPE = 'account.reset_password';
const ask = (email: string) => callAsNobody(test, 'merchant/request-password-reset', { email });

describe('merchant/request-password-reset', () => {
  it('mails a link with the token after the #, sealed until it is sent', async () => {
    const { email } = await signUpMerchant(test);
    await ask(email.toUpperCase());
    const token = await codeMailedTo(test, email);
    await test.app.worker.runOnce();
    const [mail] = await mailsTo(test, email, TYPE);
    expect(mail).toMatchObject({ subject: 'Set a new password', status: 'success' });
    expect(mail?.text).toContain(
      `${test.config.PUBLIC_URL}/dashboard/reset-password#token=${token}`,
    );
    expect(mail?.sealedCode).toBeNull();
  });

  it('does not distinguish an account from an unknown address', async () => {
    const { email } = await signUpMerchant(test);
    const unknown = newEmail();
    const [known, nobody] = [await ask(email), await ask(unknown)];
    expect([nobody.status, nobody.text]).toEqual([known.status, known.text]);
    expect(await mailsTo(test, unknown, TYPE)).toEqual([]);
  });

  it('answers after the same time, whether a mail was sent or not', async () => {
    const { email } = await signUpMerchant(test);
    for (const address of [email, newEmail()]) {
      const startedAt = performance.now();
      await ask(address);
      expect(performance.now() - startedAt).toBeGreaterThan(98);
    }
  });

  it("mails at most five links an hour, and doesn't reveal it", async () => {
    const { email } = await signUpMerchant(test);
    for (let request = 0; request < 7; request += 1) expect((await ask(email)).status).toBe(200);
    expect(await mailsTo(test, email, TYPE)).toHaveLength(5);
  });

  it('accepts five requests a minute per address and network, account or not', async () => {
    const source = { database: test.database, url: test.databaseUrl, close: async () => {} };
    const limited = await startTestApp(source, { RATE_LIMITS: 'on' });
    const email = newEmail();
    const statuses: number[] = [];
    for (let request = 0; request < 6; request += 1) {
      const reply = await callAsNobody(limited, 'merchant/request-password-reset', { email });
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await limited.app.http.close();
  });

  it('refuses requests from other sites', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const body = { email: newEmail() };
    const reply = await callAsNobody(test, 'merchant/request-password-reset', body, headers);
    expectError(reply, 403, 'Requests from other sites are refused', 'gateway');
  });
});

describeErrorRows(requestPasswordReset, {
  missingEmail: () => ask(' '),
  longEmail: () => ask(`${'x'.repeat(245)}@m.example`),
});
