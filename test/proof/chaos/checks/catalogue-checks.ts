import { sql } from '../../../../src/database/database.ts';
import { encodeId } from '../../../../src/kit/id.ts';
import { DUE_STORE } from '../../../support/due-subscriptions.ts';
import { type Check, countOf, rows, sightings } from './check.ts';

export const CATALOGUE_CHECKS: readonly Check[] = [
  {
    invariant: 7,
    promise: 'No merchant owns more than 20 live stores',
    judge: async (evidence) => {
      const found = await evidence.database.query<{ stores: number; fault: string }>(sql`
        select count(*)::int as stores, merchant_id || ' owns ' || count(*) || ' stores' as fault
        from store_merchant join store on store.id = store_id
        where role = 'owner' and deleted_at is null group by merchant_id`);
      const above = found.filter(({ stores }) => stores > 20);
      const cases = countOf('stores refused at the limit')(evidence.journal);
      return { cases, faults: above.map(({ fault }) => fault) };
    },
  },
  {
    invariant: 7,
    promise: 'Every store has one owner, and no store is made that nobody asked for',
    judge: async ({ database, journal, actors }) => {
      const stores = await database.query<{ id: string; owners: number }>(sql`
        select short_id('STO', store.id) as id, (select count(*)::int from store_merchant
          where store_id = store.id and role = 'owner') as owners
        from store where slug <> ${DUE_STORE}`);
      const asked = journal.writes.filter(({ name }) => name === 'store/create-store');
      const possible = asked.filter(({ outcome }) => outcome !== 'refused').length;
      const faults = stores
        .filter(({ owners }) => owners !== 1)
        .map(({ id, owners }) => `${id} has ${owners} owners`);
      if (actors.length > 0 && stores.length > possible) {
        faults.push(`${stores.length} stores of ${possible} writes`);
      }
      return { cases: stores.length, faults };
    },
  },
  {
    invariant: 8,
    promise: 'Of first publishes at once one alone succeeds, the rest say so',
    judge: async ({ database, journal }) => {
      const published = [...journal.counts].filter(([name]) => name.startsWith('published '));
      const twice = published.filter(([, count]) => count > 1);
      const inDatabase = await database.query<{ id: string }>(
        sql`select short_id('PROD', id) as id from product where prod_version_id is not null`,
      );
      const known = new Set(inDatabase.map(({ id }) => id));
      const lost = published.filter(([name]) => !known.has(name.replace('published ', '')));
      const odd = journal.sightings.filter(({ invariant }) => invariant === 8);
      return {
        cases: countOf('publishes at once')(journal),
        faults: [
          ...twice.map(([name, count]) => `${name} ${count} times`),
          ...lost.map(([name]) => `${name}, but is not in production`),
          ...odd.map(({ fault }) => fault),
        ],
      };
    },
  },
  {
    invariant: 10,
    promise: 'A deleted store has no live product and no running subscription',
    judge: rows(
      sql`select count(*)::int as count from store where deleted_at is not null`,
      sql`select short_id('STO', store.id) || ' is deleted and has live children' as fault
        from store where deleted_at is not null and (
          id in (select store_id from product where test_status = 'active' or prod_status = 'active')
          or id in (select store_id from orders
            where status in ('pending', 'active', 'canceling', 'past_due')))`,
    ),
  },
  {
    invariant: 11,
    promise: 'Concurrent changes of different fields are all there, and only what was sent is',
    judge: async ({ database, actors }) => {
      const stores = await database.query<{ id: string; name: string; logo: string | null }>(
        sql`select id::text as id, name, logo from store`,
      );
      const byId = new Map(stores.map((store) => [encodeId('STO', store.id as never), store]));
      const shops = actors.flatMap((actor) => actor.shops);
      const faults = shops.flatMap(({ id, names, logos }) => {
        const store = byId.get(id);
        const isRight = store && names.has(store.name) && logos.has(store.logo);
        const due = `${[...names].join(' or ')}, ${[...logos].join(' or ')}`;
        return isRight ? [] : [`${id} is ${store?.name}, ${store?.logo}, not ${due}`];
      });
      return { cases: shops.length, faults };
    },
  },
  {
    invariant: 26,
    promise: 'What is not the caller’s is refused, whatever else is going on',
    judge: sightings(
      26,
      ({ exchanges }) => exchanges.filter(({ name }) => name === 'hostile').length,
    ),
  },
  {
    invariant: 27,
    promise: 'A deleted key is refused by every process from the moment of the answer',
    judge: sightings(27, countOf('deleted keys refused')),
  },
  {
    invariant: 28,
    promise: 'Fields outside the documented ones change nothing',
    judge: async (evidence) => {
      const seen = await sightings(28, countOf('step: open a shop'))(evidence);
      const found = await rows(
        sql`select count(*)::int as count from store`,
        sql`select short_id('STO', id) || ' took fields of the client' as fault from store
          where slug = 'evil' or prod_enabled or name = 'taken over'`,
      )(evidence);
      return { cases: found.cases, faults: [...seen.faults, ...found.faults] };
    },
  },
  {
    invariant: 29,
    promise: 'Altered, old and foreign signatures and odd targets never reach a handler',
    judge: sightings(29, ({ counts }) => sumOf(counts, /signature|key of another|spelling|query/)),
  },
  {
    invariant: 31,
    promise: 'Broken names are refused',
    judge: sightings(31, ({ counts }) => sumOf(counts, /name|control/)),
  },
];

function sumOf(counts: ReadonlyMap<string, number>, what: RegExp): number {
  return [...counts]
    .filter(([name]) => name.startsWith('hostile: ') && what.test(name))
    .reduce((sum, [, count]) => sum + count, 0);
}
