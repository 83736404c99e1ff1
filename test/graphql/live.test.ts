import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { DELIVERY_JOB } from '../../src/events/record-event.ts';
import {
  createLiveChanges,
  MAX_STREAMS_OF_ACCOUNT,
  MAX_STREAMS_OF_NETWORK,
} from '../../src/graphql/live/live-changes.ts';
import { decodeId, newId, newUuid } from '../../src/kit/id.ts';
import { addMs } from '../../src/kit/time.ts';
import { makeMember, openDashboard, type TestDashboard } from '../support/dashboard.ts';
import { makeMerchant, signHeaders } from '../support/merchant.ts';
import { makeOrder, makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const TARGET = '/v1/live';

function ask(
  headers: Readonly<Record<string, string>>,
  storeId: unknown,
  { signal = null, ...more }: { signal?: AbortSignal | null; readMsAgo?: unknown } = {},
): Promise<Response> {
  return fetch(`${test.baseUrl}${TARGET}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-environment': 'test', ...headers },
    body: JSON.stringify({ storeId, ...more }),
    signal,
  });
}

/** An open stream; `next` waits for its next message. */
async function listen({ cookie }: TestDashboard, storeId: string, readMsAgo?: unknown) {
  const stop = new AbortController();
  const answer = await ask({ cookie }, storeId, { signal: stop.signal, readMsAgo });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    answer,
    next: async () => {
      while (!text.includes('event: change\n')) text += (await reader?.read())?.value ?? '';
      text = text.slice(text.indexOf('event: change\n') + 1);
      return 'change';
    },
    /** Everything until the service ends the stream. */
    rest: async () => {
      let all = text;
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
        all += read.value;
      }
      return all;
    },
    stop: () => stop.abort(),
  };
}

async function expectRefusal(answer: Response, status: number, message: string) {
  const { errors } = (await answer.json()) as { errors: { message: string }[] };
  expect([answer.status, errors[0]?.message]).toEqual([status, message]);
}

describe('POST /v1/live', () => {
  it.each([
    ['a removed member', 'store-merchant/remove-merchant'],
    ['an ended session', 'merchant/log-out-everywhere'],
  ])('ends without another notice to %s', async (_who, path) => {
    const shop = await makeShop(test);
    const member = await makeMember(test, shop.merchant, shop.store.id, 'member');
    const dashboard = await openDashboard(test, member);
    const stream = await listen(dashboard, shop.store.id, 0);
    const by = path.startsWith('merchant/') ? dashboard : shop.merchant;
    const ended = await by.call(path, { storeId: shop.store.id, merchantId: member.shortId });
    expect(ended.status).toBe(200);
    test.clock.advance(5_000);
    await makeOrder(shop, 'sold-afterwards');
    expect(await stream.rest()).not.toContain('change');
  });

  it('notifies each dashboard of a store of a sale, and no other store', async () => {
    const shop = await makeShop(test);
    const other = await makeShop(test);
    await makeOrder(shop, 'known-before');
    const member = await makeMember(test, shop.merchant, shop.store.id, 'member');
    const streams = await Promise.all([
      listen(await openDashboard(test, shop.merchant), shop.store.id),
      listen(await openDashboard(test, member), shop.store.id),
    ]);
    const elsewhere = await listen(await openDashboard(test, other.merchant), other.store.id);
    expect(streams[0]?.answer.headers.get('content-type')).toBe('text/event-stream');
    // Earlier events are reported once, since the page may have loaded before them.
    await Promise.all(streams.map(({ next }) => next()));
    await makeOrder(shop, 'sold-meanwhile');
    expect(await Promise.all(streams.map(({ next }) => next()))).toEqual(['change', 'change']);
    let toldElsewhere = false;
    elsewhere.next().then(
      () => (toldElsewhere = true),
      () => {},
    );
    await makeOrder(shop, 'sold-later');
    await Promise.all(streams.map(({ next }) => next()));
    expect(toldElsewhere).toBe(false);
    for (const stream of [...streams, elsewhere]) stream.stop();
  });

  it('reports only events since a minute before the page was read, if it says when', async () => {
    const shop = await makeShop(test);
    await makeOrder(shop);
    test.clock.advance(10 * 60_000);
    const dashboard = await openDashboard(test, shop.merchant);
    const open = async (readMsAgo?: unknown) => {
      const stream = await listen(dashboard, shop.store.id, readMsAgo);
      const state = { told: 0 };
      const count = () => {
        state.told += 1;
      };
      const first = stream.next().then(count, () => {});
      return { ...stream, state, first };
    };
    const asked = [100, 8 * 60_000, 9.5 * 60_000, undefined, null, 'soon', -1, Number.MAX_VALUE];
    const streams = [];
    for (const readMsAgo of asked) streams.push(await open(readMsAgo));
    const [current, recent, ...earlier] = streams;
    await Promise.all(earlier.map(({ first }) => first));
    expect([current?.state.told, recent?.state.told]).toEqual([0, 0]);
    await makeOrder(shop, 'sold-meanwhile');
    await Promise.all([current?.first, recent?.first]);
    expect([current?.state.told, recent?.state.told]).toEqual([1, 1]);
    for (const { stop } of streams) stop();
  });

  it('notifies of an event whose request began before that of a committed one', async () => {
    const shop = await makeShop(test);
    await makeOrder(shop, 'the latest');
    const stream = await listen(await openDashboard(test, shop.merchant), shop.store.id);
    expect(await stream.next()).toBe('change');
    const storeId = decodeId('STO', shop.store.id);
    const before = addMs(test.clock.now(), -5_000);
    await test.database.transaction(async (tx) => {
      await tx.query(sql`
        insert into event (id, store_id, environment, type, event_id, body, created_at)
        select ${newUuid(before)}::uuid, store_id, environment, type, 'a slow charge', body,
          ${before}::timestamptz
        from event where store_id = ${storeId} limit 1`);
      tx.wake(DELIVERY_JOB);
    });
    expect(await stream.next()).toBe('change');
    stream.stop();
  });

  it('is available to dashboard sessions for their own stores', async () => {
    const shop = await makeShop(test);
    const { shortId, keys } = shop.merchant;
    const body = JSON.stringify({ storeId: shop.store.id });
    const timestamp = String(Math.floor(test.clock.now().getTime() / 1000));
    const signed = signHeaders(TARGET, body, shortId, keys.test.privateKey, timestamp);
    await expectRefusal(await ask(signed, shop.store.id), 403, 'Insufficient permissions');
    await expectRefusal(await ask({}, shop.store.id), 400, 'Missing authentication');
    const { cookie } = await openDashboard(test, await makeMerchant(test));
    for (const storeId of [shop.store.id, 'STO_nonsense', 5, null]) {
      await expectRefusal(await ask({ cookie }, storeId), 404, 'Store not found');
    }
  });

  it('limits the streams per account, and frees closed ones', async () => {
    const shop = await makeShop(test);
    const dashboard = await openDashboard(test, shop.merchant);
    const open = () => listen(dashboard, shop.store.id);
    const streams = await Promise.all(Array.from({ length: MAX_STREAMS_OF_ACCOUNT }, open));
    const refused = await ask({ cookie: dashboard.cookie }, shop.store.id);
    expect(refused.headers.get('retry-after')).toBe('60');
    await expectRefusal(refused, 429, 'Rate limit exceeded');
    for (const stream of streams) stream.stop();
    await expect
      .poll(async () => {
        const again = await open();
        again.stop();
        return again.answer.status;
      })
      .toBe(200);
  });

  it('keeps nothing about a store whose last watcher left while the database was asked', async () => {
    const now = test.clock.now();
    const asked: (() => void)[] = [];
    const database = {
      onWake: () => () => {},
      query: async () => {
        await new Promise<void>((resolve) => asked.push(resolve));
        return [];
      },
    };
    const changes = createLiveChanges(
      database,
      false,
      () => now,
      () => {},
    );
    const watch = () =>
      changes.watch({
        ...{ storeId: newId('STO', now), environment: 'test', merchantId: newId('MER', now) },
        ...{ network: '192.0.2.1', readAt: null, tell: () => {}, end: () => {} },
      });
    watch()?.();
    asked.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(changes.stores).toBe(0);
    const stay = watch();
    asked.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(changes.stores).toBe(1);
    stay?.();
    expect(changes.stores).toBe(0);
  });

  it('has so many streams for a network, whatever the accounts, and some for others', () => {
    const now = test.clock.now();
    const changes = createLiveChanges(
      test.database,
      false,
      () => now,
      () => {},
    );
    const watch = (network: string) =>
      changes.watch({
        ...{ storeId: newId('STO', now), environment: 'test', merchantId: newId('MER', now) },
        ...{ network, readAt: null, tell: () => {}, end: () => {} },
      });
    const streams = Array.from({ length: MAX_STREAMS_OF_NETWORK }, () => watch('192.0.2.1'));
    expect(streams).not.toContain(null);
    expect(watch('192.0.2.1')).toBeNull();
    const other = watch('192.0.2.2');
    expect(other).not.toBeNull();
    streams[0]?.();
    const again = watch('192.0.2.1');
    expect(again).not.toBeNull();
    for (const leave of [...streams, other, again]) leave?.();
  });
});
