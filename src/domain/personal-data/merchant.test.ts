import { beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { callAsOperator, submitTicket } from '../../../test/support/operator.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { writeDump } from '../../database/dump.ts';

const test = useTestApp();
const EXPORT = 'personal-data/export-merchant';
const ERASE = 'personal-data/erase-merchant';
const parts = {} as { merchant: TestMerchant; storeId: string; ticketId: string; email: string };

beforeAll(async () => {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const ticketId = await submitTicket(merchant, storeId);
  Object.assign(parts, { merchant, storeId, ticketId, email: merchant.email });
});

describe(EXPORT, () => {
  it('exports the account, its keys, roles, tickets and actions, without secrets', async () => {
    const reply = await callAsOperator(test, EXPORT, { email: ` ${parts.email.toUpperCase()} ` });
    const { merchant } = dataOf(reply);
    expect(merchant).toMatchObject({
      merchant: [{ id: parts.merchant.shortId, email: parts.email }],
      store_merchant: [{ role: 'owner' }],
      kyb_ticket: [{ id: parts.ticketId }],
      kyb_details: [{ id: parts.ticketId }],
    });
    expect(merchant.api_key.length).toBeGreaterThan(0);
    expect(merchant.audit_log.length).toBeGreaterThan(0);
    expect(reply.text).not.toMatch(/password_hash|token_hash|sealed_/);
  });
});

describe.each([EXPORT, ERASE])('%s', (path) => {
  it.each([
    [{}, 400, 'Missing required field: email'],
    [{ email: 'nobody@merchant.example' }, 404, 'Merchant not found'],
  ])('refuses %j', async (fields, status, message) => {
    const reply = await callAsOperator(test, path, fields);
    expect([reply.status, reply.body.errors]).toEqual([status, [{ message, layer: 'user' }]]);
  });
});

describe(ERASE, () => {
  it('refuses until the stores are deleted', async () => {
    const refused = await callAsOperator(test, ERASE, { email: parts.email });
    const message = `Merchant owns a store: ${parts.storeId}; delete it first`;
    expect(refused.body.errors).toEqual([{ message, layer: 'user' }]);
  });

  it('revokes all access and leaves no trace of the person', async () => {
    const { merchant, storeId, ticketId, email } = parts;
    await callAsOperator(test, 'kyb-ticket/resolve-ticket', { ticketId, decision: 'reject' });
    dataOf(await merchant.call('store/delete-store', { id: storeId }));
    expect(await dumpText()).toContain(email);
    const erased = dataOf(await callAsOperator(test, ERASE, { email }));
    expect(erased).toEqual({ merchantId: merchant.shortId });
    const left = await dumpText();
    expect(left).not.toContain(email);
    expect(left).not.toContain('Example Ltd');
    expect((await merchant.call('store/create-store', { name: 'After' })).status).toBe(401);
    expect((await callAsOperator(test, ERASE, { email })).status).toBe(404);
    const [entry] = await test.database.query(sql`
      select action, credential, merchant_id as "merchantId" from audit_log order by id desc`);
    expect(entry).toEqual({
      action: ERASE,
      credential: 'operator',
      merchantId: merchant.id,
    });
  });
});

async function dumpText(): Promise<string> {
  const lines: string[] = [];
  const head = { createdAt: '', keyCheck: null };
  await writeDump(test.database, head, async (line) => void lines.push(line));
  return lines.join('\n');
}
