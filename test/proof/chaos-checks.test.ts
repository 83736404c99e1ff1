import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Queryable, sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { addMs } from '../../src/kit/time.ts';
import { needs } from '../support/needs.ts';
import type { Received } from '../support/receiver.ts';
import { makeSale, ticketBody } from '../support/refunding.ts';
import { dataOf } from '../support/selling.ts';
import { advanceDays, callOnOrder, makeClub, subscribe } from '../support/subscribing.ts';
import { TEST_SECRET_KEY, useTestApp } from '../support/test-app.ts';
import type { Actor, Hook, Shop } from './chaos/actor.ts';
import { BREAKS, type Break } from './chaos/breaks.ts';
import { CHECKS, type Judged, judgeAll } from './chaos/checks/all-checks.ts';
import type { Evidence } from './chaos/checks/check.ts';
import { openJournal } from './chaos/journal.ts';
import type { ProgrammedReceiver } from './chaos/receivers.ts';
import { judge } from './chaos/sending.ts';
import { FAILOVER_CHECKS } from './failover/failover-checks.ts';

const test = useTestApp();
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PATH = '/hook?webhook=1';

describe('the checks of the chaos run', needs('server'), () => {
  beforeAll(async () => {
    const sale = await makeSale(test);
    dataOf(await sale.shop.merchant.call('refund-ticket/create-ticket', ticketBody(sale, '4')));
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    await advanceDays(club, 32);
    dataOf(await callOnOrder(club, 'cancel-order', orderId));
    dataOf(await callOnOrder(club, 'reactivate-order', orderId));
    await test.app.worker.runOnce();
    const headers = { 'x-idempotency-key': 'kept' };
    dataOf(await sale.shop.merchant.call('store/create-store', { name: 'Kept' }, { headers }));
  });

  it('find nothing in consistent books', async () => {
    expect(brokenIn(await judgeAll(await evidenceOf(test.database, {})))).toEqual([]);
  });

  it.each(
    BREAKS.map((one) => [String(one.promise), one] as const),
  )('notice: %s', async (_promise, one) => {
    const judged = await judgeBroken(one);
    expect(brokenIn(judged).some((promise) => one.promise.test(promise))).toBe(true);
  });

  it('detect an event that never arrived, and accept one that did', async () => {
    const [event] = await events();
    const shop = event?.storeId as string;
    const missed = receiver([]);
    expect(await judgeHook(shop, missed)).toContain(ARRIVES);
    const all = (await events()).filter(({ storeId }) => storeId === shop);
    const heard = receiver(all.map(({ id, body }) => arrival(id, body)));
    expect(await judgeHook(shop, heard)).toEqual([]);
  });

  it('detect altered bodies, invalid and repeated signatures, late posts and slow ones', async () => {
    const [event] = await events();
    if (!event) throw new Error('No event');
    const { id, body, storeId } = event;
    const good = arrival(id, body);
    const broken = async (received: Received[], more: Partial<Hook> = {}) =>
      judgeHook(storeId, receiver(received), { since: Number.POSITIVE_INFINITY, ...more });
    expect(await broken([arrival(id, `${body} `)])).toContain(
      'Every attempt carries the recorded body and one id',
    );
    expect(await broken([{ ...good, body: `${body} ` }])).toContain('Every signature verifies');
    const again = { ...good, at: good.at + 60_000 };
    expect(await broken([good, again])).toContain('Every attempt has a signature of its own');
    const overAnOpenOne = { ...good, nthOfConnection: 2 };
    const soonAgain = { ...good, at: good.at + 20_000 };
    expect(await broken([overAnOpenOne, soonAgain])).not.toContain(
      'Every attempt has a signature of its own',
    );
    const wrong = [
      [overAnOpenOne, again],
      [overAnOpenOne, { ...soonAgain, nthOfConnection: 3 }],
      [good, { ...soonAgain, nthOfConnection: 2 }],
    ];
    for (const pair of wrong) {
      expect(await broken(pair)).toContain('Every attempt has a signature of its own');
    }
    await test.database.query(sql`
      insert into webhook_attempt (id, store_id, delivery_id, attempted_at, duration_ms, event_id)
      select gen_random_uuid(), store_id, gen_random_uuid(), ${new Date(good.at)}, 500, id
      from event where id = ${id}`);
    expect(await broken([good, again])).not.toContain('Every attempt has a signature of its own');
    expect(await broken([good, good, again])).toContain('Every attempt has a signature of its own');
    const removed = { removingAt: good.at - 60_000, removedAt: good.at - 60_000 };
    expect(await broken([good], removed)).toContain('A removed webhook gets no new attempt');
    const begunBefore = { ...good, at: good.at + 20_000 };
    const justRemoved = { removingAt: good.at, removedAt: good.at };
    expect(await broken([begunBefore], justRemoved)).not.toContain(
      'A removed webhook gets no new attempt',
    );
    const slow = { ...good, at: event.createdAt.getTime() + 120_000 };
    expect((await broken([slow])).join()).toContain('Good receivers hear of 95 of 100 events');
  });

  it('detect a store whose name isn’t the acknowledged one', async () => {
    const [store] = await test.database.query<{ id: string }>(
      sql`select short_id('STO', id) as id from store limit 1`,
    );
    const shop = { id: store?.id, names: new Set(['Other']), logos: new Set([null]) };
    const actor = { hooks: [], shops: [shop as unknown as Shop] } as unknown as Actor;
    const evidence = await evidenceOf(test.database, { actors: [actor] });
    expect(brokenIn(await judgeAll(evidence)).join()).toContain('Concurrent changes of different');
  });

  it('can each fail', () => {
    const apart =
      /arrives, at|recorded body|signature verifies|signature of its own|removed webhook|95 of|Concurrent/;
    const unseen = [...CHECKS, ...FAILOVER_CHECKS].filter(
      ({ promise }) => !apart.test(promise) && !BREAKS.some((one) => one.promise.test(promise)),
    );
    expect(unseen).toEqual([]);
  });
});

describe('a second answer to an idempotency key', () => {
  it('is reported when it differs by one byte', () => {
    const journal = openJournal();
    const made = { kind: 'other', name: 'a', key: 'k', outcome: 'unknown', text: null } as never;
    const answer = (text: string) => ({ status: 200, text, body: {}, headers: new Headers() });
    for (const text of ['{}', '{}', '{ }']) judge(made, answer(text), journal);
    expect(journal.sightings.map(({ invariant }) => invariant)).toEqual([1]);
  });
});

const ARRIVES = 'Every event arrives, at misbehaving receivers as well';

function brokenIn(judged: readonly Judged[]): string[] {
  return judged.filter(({ faults }) => faults.length > 0).map(({ promise }) => promise);
}

async function evidenceOf(database: Queryable, more: Partial<Evidence>): Promise<Evidence> {
  return {
    ...{ database, journal: openJournal(), faults: [], receivers: [], actors: [], leaks: [] },
    takeovers: [],
    secretKey: TEST_SECRET_KEY,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...{ now: addMs(test.clock.now(), 60_000), ...more },
  };
}

/** Breaks the books bypassing all triggers, checks them, and rolls back. */
async function judgeBroken(one: Break): Promise<Judged[]> {
  const { statements = [], writes = [], exchanges = [], sighting, leak } = one;
  const given = { faults: one.faults ?? [], takeovers: one.takeovers ?? [] };
  const journal = openJournal();
  journal.writes.push(...(writes as never[]));
  journal.exchanges.push(...(exchanges as never[]));
  if (sighting) journal.sightings.push({ invariant: sighting, fault: 'seen' });
  const leaks = leak ? [{ of: leak, where: 'here' }] : [];
  const undo = new Error('undo');
  let judged: Judged[] = [];
  const work = test.database.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.query(statement);
    judged = await judgeAll(await evidenceOf(tx, { journal, leaks, ...(given as object) }));
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  return judged;
}

function events() {
  return test.database.query<{ id: string; storeId: string; body: string; createdAt: Date }>(sql`
    select id, store_id as "storeId", body, created_at as "createdAt" from event order by id`);
}

/** A request as a receiver of the run gets it, signed now. */
function arrival(id: string, body: string): Received {
  const at = Date.now();
  const signature = sign('sha256', Buffer.from(`${at}.${body}`), privateKey).toString('base64');
  const headers = {
    ...{ 'webhook-id': id, 'x-service-delivery': id },
    'x-service-signature': `t=${at},v1=${signature}`,
  };
  return { headers, body, path: PATH, at, nthOfConnection: 1 };
}

function receiver(received: readonly Received[]): ProgrammedReceiver {
  const accepted = new Set(received.map(({ headers }) => `${headers['webhook-id']} ${PATH}`));
  return { manner: 'good', url: '', received, accepted, heal: () => {}, forget: () => {} };
}

async function judgeHook(
  storeUuid: string,
  given: ProgrammedReceiver,
  more: Partial<Hook> = {},
): Promise<string[]> {
  const [store] = await test.database.query<{ id: string }>(
    sql`select short_id('STO', id) as id from store where id = ${storeUuid}`,
  );
  const storeId = store?.id as string;
  expect(decodeId('STO', storeId)).toBe(storeUuid);
  const rest = { removingAt: null, removedAt: null, since: 0 };
  const hook = { id: 'hook', storeId, path: PATH, receiver: given, ...rest, ...more };
  const actor = { hooks: [hook], shops: [] } as unknown as Actor;
  const evidence = await evidenceOf(test.database, { receivers: [given], actors: [actor] });
  const judged = brokenIn(await judgeAll(evidence));
  return judged.filter((promise) => !/Every store has one owner/.test(promise));
}
