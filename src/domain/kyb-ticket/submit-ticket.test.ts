import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { mailsOfStore } from '../../../test/support/mail.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { callAsOperator } from '../../../test/support/operator.ts';
import { startTestApp, useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { KYB_TICKET_MOVES } from './kyb-ticket.states.ts';
import { submitTicket } from './submit-ticket.ts';

const test = useTestApp();
const PATH = 'kyb-ticket/submit-ticket';
const BODY = { legalName: 'Example Ltd', country: 'IE' };

async function makeOwner() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner);
  const submit = (body: object = {}, by: TestMerchant = owner) =>
    by.call(PATH, { storeId: store.id, ...BODY, ...body });
  return { owner, store, submit };
}

const send = async (body: object) => (await makeOwner()).submit(body);

describe(PATH, () => {
  it('opens a pending ticket', async () => {
    const { submit } = await makeOwner();
    const reply = await submit({ website: 'https://example.com' });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({
      ticket: { id: expect.stringMatching(/^TKT_[0-9A-Za-z]{22}$/), status: 'pending' },
    });
  });

  it('encrypts personal details and shows them to the operator', async () => {
    const { store, submit } = await makeOwner();
    const owner = { name: 'Ada Example', email: 'ada@example.com', dateOfBirth: '1990-02-28' };
    const documents = [{ type: 'passport', name: 'ada.pdf', sha256: 'a'.repeat(64) }];
    const reply = await submit({ owner, documents, registrationNumber: 'IE-1' });
    const { id } = reply.body.data.ticket;
    const [row] = await test.database.query<{ text: string }>(sql`
      select row_to_json(t)::text as text from kyb_ticket t
      where store_id = ${uuidOf('STO', store.id)}`);
    expect(row?.text).not.toContain('Ada');
    const { body } = await callAsOperator(test, 'kyb-ticket/list-tickets', {});
    expect(body.data.tickets).toContainEqual(
      expect.objectContaining({
        ...{ id, storeId: store.id, legalName: 'Example Ltd', country: 'IE', status: 'pending' },
        details: { owner, documents, registrationNumber: 'IE-1' },
      }),
    );
  });

  it('accepts another ticket once the first one is decided', async () => {
    const { submit } = await makeOwner();
    const ticketId = (await submit()).body.data.ticket.id;
    await callAsOperator(test, 'kyb-ticket/resolve-ticket', { ticketId, decision: 'reject' });
    expect((await submit()).status).toBe(200);
  });

  it('names a detail of the wrong type', async () => {
    const reply = await send({ owner: { dateOfBirth: 'yesterday' } });
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0]).toMatchObject({
      message: expect.stringMatching(/^Invalid field owner\.dateOfBirth/),
      layer: 'ticket',
    });
  });

  it('replays the answer for the same idempotency key', async () => {
    const { owner, store } = await makeOwner();
    const headers = { 'x-idempotency-key': 'one-ticket' };
    const body = { storeId: store.id, ...BODY };
    const first = await owner.call(PATH, body, { headers });
    const second = await owner.call(PATH, body, { headers });
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(200);
  });

  it('approves immediately if the operator has chosen that', async () => {
    const source = { database: test.database, url: null, close: async () => {} };
    const trusting = await startTestApp(source, { KYB_AUTO_APPROVE: 'true' });
    const owner = await makeMerchant(trusting);
    const store = await makeStore(owner);
    const own = { environment: 'prod' } as const;
    const reply = await owner.call(PATH, { storeId: store.id, ...BODY }, own);
    expect(reply.body.data.ticket.status).toBe('succeeded');
    const shown = await owner.call('store/update-store', { id: store.id }, own);
    expect(shown.body.data.store.prodEnabled).toBe(true);
    expect(await mailsOfStore(test, store.id)).toMatchObject([{ type: 'kyb_ticket.succeeded' }]);
    await trusting.app.http.close();
  });

  it('opens one ticket in concurrent calls', needs('server'), async () => {
    const { submit } = await makeOwner();
    const replies = await Promise.all(Array.from({ length: 20 }, () => submit()));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(400)]);
  });

  it('has the same moves as the database', async () => {
    const rows = await test.database.query(sql`
      select from_state as "from", to_state as "to" from state_move where machine = 'kyb_ticket'`);
    expect(new Set(rows)).toEqual(new Set(KYB_TICKET_MOVES));
  });
});

describeErrorRows(submitTicket, {
  missingStoreId: () => send({ storeId: '' }),
  malformedStoreId: { got: 'STO_1', send: () => send({ storeId: 'STO_1' }) },
  missingLegalName: () => send({ legalName: ' ' }),
  longLegalName: () => send({ legalName: 'x'.repeat(201) }),
  missingCountry: () => send({ country: null }),
  invalidCountry: () => send({ country: 'Ireland' }),
  invalidWebsite: () => send({ website: 'javascript:alert(1)' }),
  forbidden: async () => {
    const { owner, store, submit } = await makeOwner();
    return submit({}, await makeMember(test, owner, store.id, 'admin'));
  },
  storeNotFound: async () => (await makeOwner()).submit({}, await makeMerchant(test)),
  alreadyOpen: async () => {
    const { submit } = await makeOwner();
    await submit();
    return submit();
  },
});
