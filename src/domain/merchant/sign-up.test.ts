import { describe, expect, it } from 'vitest';
import { callAsNobody, cookieOf, newEmail, PASSWORD } from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { startTestApp, useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { signUp } from './sign-up.ts';

const test = useTestApp();
const account = () => ({ email: newEmail(), password: PASSWORD, name: 'A merchant' });
const send = (change: object = {}) =>
  callAsNobody(test, 'merchant/sign-up', { ...account(), ...change });

describe('merchant/sign-up', () => {
  it('creates an account and logs it in', async () => {
    const email = newEmail();
    const reply = await send({ email: ` ${email.toUpperCase()} `, name: '  Ann  ' });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({
      merchant: {
        id: expect.stringMatching(/^MER_[0-9A-Za-z]{22}$/),
        email,
        name: 'Ann',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    const headers = { cookie: cookieOf(reply), 'x-environment': 'test' };
    const store = await callAsNobody(test, 'store/create-store', { name: 'First' }, headers);
    expect(store.status).toBe(200);
  });

  it('stores neither the password nor the cookie', async () => {
    const reply = await send();
    const secret = cookieOf(reply).split('=')[1] as string;
    const [found] = await test.database.query<{ kept: string }>(sql`
      select (select json_agg(merchant)::text from merchant)
        || (select json_agg(dashboard_session)::text from dashboard_session) as kept`);
    expect(found?.kept).not.toContain(PASSWORD);
    expect(found?.kept).not.toContain(secret);
  });

  it('registers an address once, however it is spelled and under concurrent calls', async () => {
    const email = newEmail();
    const replies = await Promise.all([
      send({ email }),
      send({ email: email.toUpperCase() }),
      send({ email: ` ${email}` }),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400]);
  });

  it('ignores undocumented fields', async () => {
    const id = 'MER_0000000000000000000000';
    const reply = await send({ id, createdAt: '2000-01-01T00:00:00.000Z', role: 'operator' });
    expect(reply.body.data.merchant.id).not.toBe(id);
    expect(reply.body.data.merchant.createdAt).not.toMatch(/^2000/);
  });

  it('ignores any credentials sent', async () => {
    const headers = { authorization: 'Bearer nonsense', cookie: 'tillgate_session=nonsense' };
    expect((await callAsNobody(test, 'merchant/sign-up', account(), headers)).status).toBe(200);
  });

  it('accepts passwords of 10 to 200 characters', async () => {
    expect((await send({ password: 'x'.repeat(10) })).status).toBe(200);
    expect((await send({ password: '🛍'.repeat(200) })).status).toBe(200);
    expect((await send({ password: '🛍'.repeat(9) })).status).toBe(400);
    const { template } = signUp.errors.shortPassword;
    expectError(await send({ password: 'x'.repeat(201) }), 400, template, 'user');
  });
});

describeErrorRows(signUp, {
  closed: async () => {
    const source = { database: test.database, url: test.databaseUrl, close: async () => {} };
    const closed = await startTestApp(source, { SIGN_UP: 'closed' });
    const reply = await callAsNobody(closed, 'merchant/sign-up', account());
    await closed.app.http.close();
    return reply;
  },
  missingEmail: () => send({ email: '  ' }),
  invalidEmail: () => send({ email: 'not an address' }),
  missingPassword: () => send({ password: '' }),
  shortPassword: () => send({ password: 'x'.repeat(9) }),
  missingName: () => send({ name: ' ' }),
  longName: () => send({ name: 'x'.repeat(101) }),
  controlName: () => send({ name: 'a\u0007b' }),
  emailTaken: async () => {
    const email = newEmail();
    await send({ email });
    return send({ email });
  },
});
