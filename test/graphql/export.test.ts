import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { exportedLists } from '../../src/graphql/export/columns.ts';
import { EXPORT_COLUMNS } from '../../web/dashboard/src/parts/export-columns.ts';
import { makeMember } from '../support/dashboard.ts';
import { exportAs, linesOf } from '../support/export-as.ts';
import { makeOrder, makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const TARGET = '/v1/export';

async function shopWithOrders(count: number) {
  const shop = await makeShop(test);
  for (let nth = 0; nth < count; nth += 1) await makeOrder(shop, `buyer-${nth}`);
  const ask = (body: object) =>
    exportAs(test, shop.merchant, { list: 'onetimeOrders', storeId: shop.store.id, ...body });
  return { ...shop, ask };
}

describe('POST /v1/export', () => {
  it.each(Object.keys(exportedLists))('writes every column of %s', async (list) => {
    const { ask } = await shopWithOrders(1);
    for (const format of ['csv', 'jsonl']) {
      const answer = await ask({ list, format });
      expect([list, answer.status]).toEqual([list, 200]);
    }
    const [heading = ''] = await linesOf(await ask({ list }));
    const names = heading.split(',').map((name) => name.replace(/ \(.*/, ''));
    expect(names).toEqual(Object.keys(exportedLists[list]?.columns ?? {}));
  });

  it('has the columns that the dashboard offers', () => {
    const columnsOf = (lists: Readonly<Record<string, readonly string[]>>) =>
      Object.fromEntries(Object.entries(lists).map(([list, names]) => [list, names.toSorted()]));
    const offered = Object.entries(EXPORT_COLUMNS).map(([list, names]) => [list, ['id', ...names]]);
    const known = Object.entries(exportedLists).map(([list, one]) => [
      list,
      Object.keys(one.columns),
    ]);
    expect(columnsOf(Object.fromEntries(offered))).toEqual(columnsOf(Object.fromEntries(known)));
  });

  it('continues after a row without a second header, and misses none', async () => {
    const { ask } = await shopWithOrders(3);
    const wanted = { columns: ['total', 'currency'] };
    const [heading, ...rows] = await linesOf(await ask(wanted));
    expect(heading).toBe('id,total,currency');
    expect(rows[0]).toMatch(/^ORD_\w+,9\.90,USD$/);
    const [id] = (rows[0] as string).split(',');
    expect(await linesOf(await ask({ ...wanted, after: id }))).toEqual(rows.slice(1));
  });

  it('applies the list’s filter, and includes nothing of another merchant', async () => {
    const { ask, merchant, store } = await shopWithOrders(2);
    await test.database.query(
      sql`update orders set buyer_email = '=HYPERLINK("x")@example.com' where buyer_identity = 'buyer-1'`,
    );
    const filter = { buyerEmail: { containsIgnoreCase: 'HYPER' } };
    const rows = await linesOf(await ask({ columns: ['buyerEmail'], filter }));
    expect(rows).toHaveLength(3);
    expect(rows[1]).toContain(',"\'=HYPERLINK(""x"")@example.com"');
    const stranger = await makeShop(test);
    const answer = await exportAs(test, stranger.merchant, {
      list: 'onetimeOrders',
      storeId: store.id,
    });
    expect(await linesOf(answer)).toHaveLength(2);
    expect(merchant.id).not.toBe(stranger.merchant.id);
  });

  it.each([
    [{ list: 'stores' }, 'Invalid field list'],
    [{ list: 'constructor' }, 'Invalid field list'],
    [{ columns: ['id', 'toString'] }, 'Invalid field columns'],
    [{ format: 'xlsx' }, 'Invalid field format'],
    [{ timeZone: 'Mars/Olympus' }, 'Invalid field timeZone'],
    [{ timeZone: 7 }, 'Invalid field timeZone'],
    [{ after: 'ORD_none' }, 'Invalid field after'],
    [{ after: '' }, 'Invalid field after'],
    [{ filter: { nothing: 1 } }, /nothing/],
    [{ filter: { buyerEmail: { eq: 'a\0' } } }, /NUL character/],
  ])('refuses %j', async (body, message) => {
    const { ask } = await shopWithOrders(0);
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors[0].message).toMatch(message);
  });

  it('takes the default for a format or time zone that is null', async () => {
    const { ask } = await shopWithOrders(1);
    const wanted = { columns: ['createdAt', 'total'] };
    const answer = await ask({ ...wanted, format: null, timeZone: null });
    expect(answer.status).toBe(200);
    expect(await linesOf(answer)).toEqual(await linesOf(await ask(wanted)));
  });

  it.each(
    Object.keys(exportedLists),
  )('refuses to continue %s after an object that isn’t there: the file would look complete', async (list) => {
    const { ask } = await shopWithOrders(1);
    const answer = await ask({ list, after: '018f0000-0000-7000-8000-000000000000' });
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors[0]).toMatchObject({
      message: 'Invalid field after',
      layer: 'graphql',
      aiHint: expect.any(String),
    });
  });

  it('refuses to continue after an order of a store that the caller has lost', async () => {
    const { merchant, store, ask } = await shopWithOrders(2);
    const member = await makeMember(test, merchant, store.id, 'member');
    const wanted = { list: 'onetimeOrders', columns: ['total'] };
    const [, first = ''] = await linesOf(await exportAs(test, member, wanted));
    const after = first.split(',')[0];
    expect(await linesOf(await exportAs(test, member, { ...wanted, after }))).toHaveLength(2);
    await test.database.query(sql`delete from store_merchant where merchant_id = ${member.id}`);
    expect((await exportAs(test, member, { ...wanted, after })).status).toBe(400);
    expect((await ask({ ...wanted, after })).status).toBe(200);
  });

  it('isn’t available to buyers and visitors', async () => {
    const { store } = await shopWithOrders(0);
    const answer = await fetch(`${test.baseUrl}${TARGET}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-store-slug': store.slug },
        'x-environment': 'test',
      },
      body: JSON.stringify({ list: 'onetimeOrders' }),
    });
    expect(answer.status).toBe(403);
  });

  it('is cut when its reader takes nothing', async () => {
    const { ask } = await shopWithOrders(1);
    const timeouts: number[] = [];
    test.app.http.server.prependOnceListener('request', ({ socket }) => {
      const setTimeout = socket.setTimeout.bind(socket);
      socket.setTimeout = (ms) => {
        timeouts.push(ms);
        return setTimeout(ms);
      };
    });
    await (await ask({})).text();
    expect(timeouts).toContain(15_000);
  });
});
