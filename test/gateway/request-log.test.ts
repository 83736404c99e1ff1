import { beforeEach, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import { sql } from '../../src/database/database.ts';
import { callAsNobody, cookieOf, newEmail } from '../support/accounts.ts';
import { openDashboard } from '../support/dashboard.ts';
import { makeMerchant, makeStore, post } from '../support/merchant.ts';
import { newPlan, PROBE_TABLE, probeAction } from '../support/probe-action.ts';
import { sendRequest } from '../support/raw-http.ts';
import { useTestApp } from '../support/test-app.ts';

const SECRET = 'hunter2-and-more';
const lines: string[] = [];
const logStream = { write: (line: string) => void lines.push(line) };
const plan = newPlan();
const test = useTestApp(
  { LOG_LEVEL: 'info' },
  { logStream, actions: [...actions, probeAction(plan)] },
);
beforeEach(() => void lines.splice(0));

/** The log lines of requests; an answer may arrive just before its line. */
async function requestLines(count: number) {
  const isRequest = (line: Record<string, unknown>) => line.msg === 'request';
  for (;;) {
    const found = lines.map((line) => JSON.parse(line)).filter(isRequest);
    if (found.length >= count) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('the log', () => {
  it('has one line per request: which, its result and its duration', async () => {
    const merchant = await makeMerchant(test);
    const done = await merchant.call('store/create-store', { name: 'S' });
    const refused = await merchant.call('store/create-store', { name: '' });
    const found = await requestLines(2);
    expect(found).toHaveLength(2);
    for (const [index, reply] of [done, refused].entries()) {
      expect(found[index]).toEqual({
        level: 30,
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        requestId: reply.headers.get('x-request-id'),
        method: 'POST',
        path: '/v1/actions/store/create-store',
        status: reply.status,
        durationMs: expect.any(Number),
        msg: 'request',
      });
    }
  });

  it('contains no body, header, cookie, token, password or key', async () => {
    const email = newEmail();
    const account = { email, password: SECRET, name: SECRET };
    const signedUp = await callAsNobody(test, 'merchant/sign-up', account);
    const cookie = cookieOf(signedUp);
    const key = { environment: 'test', nickname: SECRET };
    const made = await callAsNobody(test, 'api-key/create-key', key, { cookie });
    const merchant = await makeMerchant(test);
    await makeStore(merchant, SECRET);
    await merchant.call('store/create-store', `{"name":"${SECRET}`);
    const bearer = { authorization: `Bearer ${SECRET}`, 'x-environment': 'test' };
    await post(test.baseUrl, '/v1/actions/store/create-store', '{}', bearer);
    await requestLines(5);
    const log = lines.join('');
    for (const secret of [SECRET, email, cookie.split('=')[1], 'PRIVATE KEY']) {
      expect(log).not.toContain(secret);
    }
    expect(made.body.data.privateKey).toContain('PRIVATE KEY');
  });

  it('contains no path made up by a caller, and no query string', async () => {
    const targets = [`/v1/actions/store/create-store?token=${SECRET}`, `/v1/${SECRET}`];
    targets.push(`/${SECRET}`, `/store/a-shop/checkout/cs_${SECRET}`, `/v1/%zz${SECRET}`);
    for (const target of targets) await sendRequest(test.baseUrl, { target });
    await requestLines(targets.length);
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('records internal errors under the request id from the answer', async () => {
    await test.database.query(PROBE_TABLE);
    const merchant = await makeMerchant(test);
    plan.fail = 'crash';
    const reply = await merchant.call('probe/leave-mark', {});
    await requestLines(1);
    const failed = lines.map((line) => JSON.parse(line)).filter((line) => line.level >= 50);
    expect(failed).toHaveLength(1);
    expect(failed[0].requestId).toBe(reply.headers.get('x-request-id'));
    expect(failed[0].err.message).toContain('The probe crashed');
    expect(reply.text).not.toContain('crashed');
    plan.fail = null;
  });

  it("records a visitor's malformed form as a request, not as an error", async () => {
    const target = '/store/a-shop/portal/link';
    const form = ['content-type', 'application/x-www-form-urlencoded'] as const;
    const headers = [['content-type', 'no media type'] as const];
    expect((await sendRequest(test.baseUrl, { target, headers, body: 'a=b' })).status).toBe(415);
    const large = { target, headers: [form], body: 'x'.repeat(1_100_000) };
    expect((await sendRequest(test.baseUrl, large)).status).toBe(413);
    const statuses = (await requestLines(2)).map(({ status }) => status);
    expect(statuses).toEqual([415, 413]);
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  it('names the cause of an error', async () => {
    const merchant = await makeMerchant(test);
    plan.prepare = () => {
      throw new Error('The probe failed', { cause: new TypeError('No such host') });
    };
    await merchant.call('probe/leave-mark', {});
    plan.prepare = async () => {};
    await requestLines(1);
    const failed = lines.map((line) => JSON.parse(line)).find((line) => line.level >= 50);
    expect(failed.err).toMatchObject({
      message: 'The probe failed',
      cause: { type: 'TypeError', message: 'No such host' },
    });
  });

  it('quotes no value that the database rejected', async () => {
    await test.database.query(PROBE_TABLE);
    const merchant = await makeMerchant(test);
    await test.database.query(sql`alter table probe add check (length(mark) < 5)`);
    await merchant.call('probe/leave-mark', { mark: SECRET });
    await test.database.query(sql`alter table probe drop constraint probe_mark_check`);
    plan.prepare = () => test.database.query(sql`select ${SECRET}::text::integer`);
    await merchant.call('probe/leave-mark', {});
    plan.prepare = async () => {};
    await requestLines(2);
    const log = lines.join('');
    expect(log).toContain('probe_mark_check');
    expect(log).toContain('22P02');
    expect(log).not.toContain(SECRET);
  });

  it('logs no error when a reader disconnects before its stream starts', async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    const { cookie } = await openDashboard(test, merchant);
    for (let nth = 0; nth < 20; nth += 1) {
      const leave = new AbortController();
      const asked = fetch(`${test.baseUrl}/v1/live`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', 'x-environment': 'test' },
        body: JSON.stringify({ storeId }),
        signal: leave.signal,
      });
      setTimeout(() => leave.abort(), nth);
      await asked.catch(() => {});
    }
    const answer = await merchant.call('store/create-store', { name: 'S' });
    expect(answer.status).toBe(200);
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
