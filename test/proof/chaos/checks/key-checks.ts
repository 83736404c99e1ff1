import { type Queryable, sql } from '../../../../src/database/database.ts';
import { readStored } from '../../../../src/gateway/stored-answer.ts';
import { createSecrets } from '../../../../src/secrets.ts';
import { isExcused } from '../fault-log.ts';
import type { Write, WriteKind } from '../journal.ts';
import { IN_FLIGHT } from '../sending.ts';
import { type Check, countOf, rows, sightings } from './check.ts';

/** Maximum time for an answer to a claimed key outside of faults. */
const AT_ONCE_MS = 5_000;
/** Maximum characters of an answer quoted in a finding. */
const MAX_QUOTE_LENGTH = 200;

/**
 * Statements that count the objects created by writes, by key: each write's key is the object's
 * name.
 */
const EFFECTS: Readonly<Record<Exclude<WriteKind, 'other' | 'webhook'>, ReturnType<typeof sql>>> = {
  // A store is renamed later, so the first answer to its key identifies it.
  store: sql`select key, count(distinct answer::json->'data'->'store'->>'id')::int as count
    from idempotency_key join store on short_id('STO', store.id) =
      answer::json->'data'->'store'->>'id'
    where answer like '{"data":{"store":%' group by key`,
  product: sql`select name as key, count(*)::int as count from product_version
    where version_number = 1 group by name`,
  session: sql`select metadata->>'chaosKey' as key, count(*)::int as count
    from checkout_session group by 1`,
  ticket: sql`select metadata->>'chaosKey' as key, count(*)::int as count
    from refund_ticket group by 1`,
};

async function effectsOf(database: Queryable, kind: WriteKind): Promise<Map<string, number>> {
  const found = await database.query<{ key: string; count: number }>(statementOf(kind));
  return new Map(found.map(({ key, count }) => [key, count]));
}

function statementOf(kind: WriteKind) {
  return EFFECTS[kind as keyof typeof EFFECTS];
}

const COUNTED = Object.keys(EFFECTS) as WriteKind[];

/** One effect for an acknowledged write, none for a refused one, at most one for an unknown one. */
async function judgeEffects(database: Queryable, writes: readonly Write[]) {
  const faults: string[] = [];
  let cases = 0;
  for (const kind of COUNTED) {
    const effects = await effectsOf(database, kind);
    for (const { key, name, outcome } of writes.filter((made) => made.kind === kind)) {
      const count = effects.get(key) ?? 0;
      const due = { acknowledged: [1], refused: [0], unknown: [0, 1] }[outcome];
      cases += 1;
      if (!due.includes(count)) faults.push(`${name} ${key} is ${outcome}, with ${count} effects`);
    }
  }
  return { cases, faults };
}

export const KEY_CHECKS: readonly Check[] = [
  {
    invariant: 1,
    promise: 'One key has one effect; a refused write has none',
    judge: ({ database, journal }) => judgeEffects(database, journal.writes),
  },
  {
    invariant: 1,
    promise: 'Every later answer to a key is the first one, byte for byte',
    judge: sightings(1, ({ exchanges }) => exchanges.filter(({ isReplay }) => isReplay).length),
  },
  {
    invariant: 2,
    promise: 'A key in flight is answered at once',
    judge: ({ journal, faults }) => {
      const taken = journal.exchanges.filter(({ message }) => message === IN_FLIGHT);
      const free = taken.filter((exchange) => !isExcused(faults, exchange));
      const late = free.filter(({ startedAt, endedAt }) => endedAt - startedAt > AT_ONCE_MS);
      const say = ({ name, startedAt, endedAt }: (typeof late)[number]) =>
        `${name} waited ${endedAt - startedAt} ms for a taken key`;
      return { cases: free.length, faults: late.map(say) };
    },
  },
  {
    invariant: 2,
    promise: 'No claim outlives its process for long: in the end every write is decided',
    judge: ({ journal: { writes } }) => ({
      cases: writes.length,
      faults: writes
        .filter(({ outcome }) => outcome === 'unknown')
        .map(({ name, key, reply }) => {
          const last = reply
            ? `${reply.status} ${reply.text.slice(0, MAX_QUOTE_LENGTH)}`
            : 'nothing';
          return `unknown outcome of ${name} ${key}, the last answer was ${last}`;
        }),
    }),
  },
  {
    invariant: 3,
    promise: 'Only answers of success are stored',
    judge: rows(
      sql`select count(*)::int as count from idempotency_key where answer is not null`,
      sql`select scope || ' ' || key || ' keeps ' || left(answer, 80) as fault
        from idempotency_key where answer like '{"data":null%' or answer like '%"errors":[%'`,
    ),
  },
  {
    invariant: 4,
    promise: 'Every acknowledged answer is stored with its key, as it was given',
    judge: async ({ database, journal, secretKey }) => {
      const secrets = createSecrets(secretKey);
      const stored = await database.query<{ key: string; answer: string }>(
        sql`select key, answer from idempotency_key where answer is not null`,
      );
      const answers = new Set(
        stored.map(({ key, answer }) => `${key} ${readStored(secrets, answer)}`),
      );
      const known = journal.writes.filter(({ outcome }) => outcome === 'acknowledged');
      const lost = known.filter(({ key, text }) => !answers.has(`${key} ${text}`));
      return { cases: known.length, faults: lost.map(({ name, key }) => `${name} ${key} is lost`) };
    },
  },
  {
    invariant: 4,
    promise: 'What was acknowledged is in every later read',
    judge: sightings(
      4,
      ({ exchanges }) => exchanges.filter(({ name }) => name === 'graphql').length,
    ),
  },
  {
    invariant: 5,
    promise: 'The same key of several merchants is several writes',
    judge: async ({ database }) => {
      const [found] = await database.query<{ keys: number; stores: number }>(sql`
        select count(*)::int as keys, count(distinct answer)::int as stores
        from idempotency_key where key = 'the-same-key-for-everybody' and answer is not null`);
      const { keys = 0, stores = 0 } = found ?? {};
      return { cases: keys, faults: keys === stores ? [] : [`${keys} keys made ${stores} stores`] };
    },
  },
  {
    invariant: 6,
    promise: 'Two identical signed requests without a key both execute',
    judge: sightings(6, countOf('twins executed')),
  },
];
