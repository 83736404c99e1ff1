import { describe, expect, it } from 'vitest';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { callAsOperator, submitTicket } from '../../../test/support/operator.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { listTickets } from './list-tickets.ts';

const test = useTestApp();
const PATH = 'kyb-ticket/list-tickets';
type Ids = readonly { readonly id: string }[];

const send = (body: object) => callAsOperator(test, PATH, body);
const idsOf = async (body: object): Promise<string[]> =>
  (dataOf(await send(body)).tickets as Ids).map(({ id }) => id);
const decide = (ticketId: string | undefined, decision: string) =>
  callAsOperator(test, 'kyb-ticket/resolve-ticket', { ticketId, decision });

async function makeTicket() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner);
  return { owner, store, id: await submitTicket(owner, store.id) };
}

/** Several tickets, in order of submission. */
async function makeTickets(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await makeTicket()).id);
  return ids;
}

describe(PATH, () => {
  it('shows the open tickets of all stores, the oldest first', async () => {
    const ids = await makeTickets(3);
    await decide(ids[1], 'approve');
    const listed = await idsOf({});
    expect(listed.filter((id) => ids.includes(id))).toEqual([ids[0], ids[2]]);
  });

  it('lists open tickets before decided ones, which come newest first', async () => {
    const ids = await makeTickets(4);
    for (const id of ids.slice(0, 2)) await decide(id, 'reject');
    const ofThese = (all: readonly string[]) => all.filter((id) => ids.includes(id));
    expect(ofThese(await idsOf({ status: 'all' }))).toEqual([ids[2], ids[3], ids[1], ids[0]]);
    expect(ofThese(await idsOf({ status: 'rejected' }))).toEqual([ids[1], ids[0]]);
    expect(ofThese(await idsOf({ status: 'pending' }))).toEqual([ids[2], ids[3]]);
    expect(ofThese(await idsOf({ status: 'succeeded' }))).toEqual([]);
  });

  it('pages through the tickets, each one once', async () => {
    await makeTickets(3);
    const seen: string[] = [];
    let page: number | null = 1;
    while (page !== null) {
      const data = dataOf(await send({ status: 'all', limit: 2, page }));
      expect(data.tickets.length).toBeLessThanOrEqual(2);
      seen.push(...(data.tickets as Ids).map(({ id }) => id));
      page = data.nextPage;
    }
    expect(seen).toEqual(await idsOf({ status: 'all' }));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('shows the tickets of one store, or a single ticket, in any state', async () => {
    const { owner, store, id } = await makeTicket();
    await decide(id, 'reject');
    const again = await submitTicket(owner, store.id);
    expect(await idsOf({ storeId: store.id })).toEqual([again, id]);
    const [ticket] = dataOf(await send({ ticketId: id })).tickets;
    expect(ticket).toMatchObject({ id, status: 'rejected', decidedAt: ticket.updatedAt });
    expect(await idsOf({ ticketId: 'TKT_0000000000000000000000' })).toEqual([]);
  });

  it("isn't available to merchants", async () => {
    const owner = await makeMerchant(test);
    expect((await owner.call(PATH, {})).status).toBe(404);
  });
});

describeErrorRows(listTickets, {
  malformedTicketId: { got: 'TKT_1', send: () => send({ ticketId: 'TKT_1' }) },
  malformedStoreId: { got: 'STO_1', send: () => send({ storeId: 'STO_1' }) },
  invalidStatus: () => send({ status: 'decided' }),
  invalidLimit: () => send({ limit: 101 }),
  invalidPage: () => send({ page: 0 }),
});
