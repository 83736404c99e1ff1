import { describe, expect, it } from 'vitest';
import { callAsNobody, newEmail, signUpMerchant } from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo, mailsTo } from '../../../test/support/mail.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
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

  it("mails at most ten links an hour, and doesn't reveal it", async () => {
    const { email } = await signUpMerchant(test);
    for (let request = 0; request < 12; request += 1) expect((await ask(email)).status).toBe(200);
    expect(await mailsTo(test, email, TYPE)).toHaveLength(10);
  });

  it('refuses requests from other sites', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const body = { email: newEmail() };
    const reply = await callAsNobody(test, 'merchant/request-password-reset', body, headers);
    expectError(reply, 403, 'Requests from other sites are refused', 'gateway');
  });
});

describe('requests for password resets from one network', () => {
  const limited = useTestApp({
    ...{ RATE_LIMITS: 'on', TRUST_PROXY: 'true', RATE_LIMIT_VISITOR_PER_SECOND: '100' },
  });
  const askFrom = (address: string, email: string) => {
    const headers = { 'x-forwarded-for': address };
    return callAsNobody(limited, 'merchant/request-password-reset', { email }, headers);
  };

  it("are three an hour for an address, and don't use up the owner's", async () => {
    const { email } = await signUpMerchant(limited);
    for (const address of [email, newEmail()]) {
      const statuses: number[] = [];
      for (let request = 0; request < 4; request += 1) {
        statuses.push((await askFrom('192.0.2.1', address)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    limited.clock.advance(19 * 60_000);
    expect((await askFrom('192.0.2.1', email)).status).toBe(429);
    expect((await askFrom('192.0.2.2', email)).status).toBe(200);
    expect(await mailsTo(limited, email, TYPE)).toHaveLength(4);
    limited.clock.advance(60_000);
    expect((await askFrom('192.0.2.1', email)).status).toBe(200);
  });

  it('are ten a minute for any addresses', async () => {
    limited.clock.stop();
    const statuses: number[] = [];
    for (let request = 0; request < 11; request += 1) {
      statuses.push((await askFrom('192.0.2.3', newEmail())).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });
});

describeErrorRows(requestPasswordReset, {
  missingEmail: () => ask(' '),
  longEmail: () => ask(`${'x'.repeat(245)}@m.example`),
});
