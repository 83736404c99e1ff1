import { exportedLists } from '../../src/graphql/export/columns.ts';
import { readExport } from '../../src/graphql/export/read-export.ts';
import { PAGE, queryOf } from '../../src/graphql/export/write-rows.ts';
import { findReadings } from '../../web/dashboard/src/app/find-reading.ts';
import {
  latestSalesReading,
  overviewReading,
  progressReading,
  salesReading,
  subscriptionsReading,
  topsReading,
} from '../../web/dashboard/src/pages/home/home-readings.ts';
import { type HomeRange, RANGES, readRange } from '../../web/dashboard/src/pages/home/range.ts';
import { listReading } from '../../web/dashboard/src/parts/list-reading.ts';
import type { Reading } from '../../web/dashboard/src/parts/reading.ts';
import { type Known, listStates } from './list-states.ts';

export type { Known } from './list-states.ts';

/** Queries by name, each with its variables. */
export type NamedQueries = ReadonlyMap<string, Required<Reading>>;

/**
 * What the dashboard asks for a store: every list with its filters, orders, searches and counts, the
 * home page, the header's search, and the pages that exports are read by.
 */
export function listQueries(known: Known): NamedQueries {
  const all = [...lists(known), ...home(), ...searches(known), ...exports()];
  const withStore = ([name, { text, variables }]: Named): [string, Required<Reading>] => [
    name,
    { text, variables: { storeId: known.store, ...variables } },
  ];
  return new Map(all.map(withStore));
}

type Named = readonly [name: string, reading: Reading];

function lists(known: Known): Named[] {
  return listStates(known).flatMap(({ name, spec, states }) =>
    Object.entries(states).map(([state, address]): Named => {
      const values = Object.fromEntries(new URLSearchParams(address));
      return [`${name}, ${state}`, listReading(spec, values)];
    }),
  );
}

function home(): Named[] {
  const of = (part: string, read: (range: HomeRange) => Reading): Named[] =>
    Object.keys(RANGES).map((name) => [
      `home, ${part}: ${name}`,
      read(readRange(name, new Date())),
    ]);
  return [
    ['home, progress', progressReading],
    ['home, latest sales', latestSalesReading],
    ...of('overview', overviewReading),
    ...of('sales', (range) => salesReading(range, 'USD')),
    ...of('subscriptions', (range) => subscriptionsReading(range, 'USD')),
    ...of('top lists', (range) => topsReading(range, 'USD')),
  ];
}

function searches({ rarePart, commonPart, externalId, deepOrder }: Known): Named[] {
  const sought = { 'one buyer': rarePart, 'many buyers': commonPart, 'a product': 'book 1' };
  const more = { 'an external ID': externalId, 'an ID': deepOrder, nothing: 'nothing at all' };
  return Object.entries({ ...sought, ...more }).flatMap(([name, text]) =>
    findReadings(text).map((reading, nth): Named => {
      const part = nth === 0 ? '' : ', as a text';
      return [`header search, ${name}${part}`, reading];
    }),
  );
}

function exports(): Named[] {
  return Object.keys(exportedLists).map((list): Named => {
    const wanted = readExport({ list });
    return [`export of ${list}, 100 rows`, { text: queryOf(wanted), variables: { limit: PAGE } }];
  });
}
