import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useRef } from 'react';
import { query } from '../api/client.ts';
import { usePlace } from '../app/place.ts';
import { countOf, type PageRows, readPage } from './list-page.ts';
import { COUNTED, type ListingSpec, listReading } from './list-reading.ts';
import { type Address, useAddress } from './use-address.ts';
import { useReading } from './use-graphql.ts';

/** GraphQL's maximum rows per list. */
const ROWS_A_CALL = 100;
/** Maximum rows that `readAll` reads. */
export const MAX_READ = 10_000;

interface ListedRows<Row> extends PageRows<Row> {
  readonly count: number;
  /** Whether these rows were filtered; while the next ones load, the URL may differ. */
  readonly isFiltered: boolean;
}

export interface Listing<Row> extends Omit<Address, 'all'> {
  readonly result: UseQueryResult<ListedRows<Row>>;
  /** Field, filter and order, for exporting the same rows. */
  readonly asked: { readonly field: string; readonly filter: object; readonly orderBy: string };
  /** Such as `AMOUNT_DESC`. */
  readonly sort: string;
  readonly size: number;
  /** Reads the rows that match the filter, up to `MAX_READ`. */
  readonly readAll: () => Promise<readonly Row[]>;
}

/** A paginated GraphQL list; page, order and filters are in the URL. */
export function useListing<Row extends { readonly id: string }>(spec: ListingSpec): Listing<Row> {
  const { environment, store } = usePlace();
  const { all, ...address } = useAddress();
  const { values } = address;
  const { place, filter, ...reading } = listReading(spec, all);
  const { data, ...rest } = useReading<{ rows: readonly Row[]; count: number }>(
    reading,
    spec.refetchInterval ? { refetchInterval: spec.refetchInterval } : {},
  );
  const isFiltered = Object.keys(values).some((name) => !spec.choices?.includes(name));
  const fresh = data && {
    ...readPage(data.rows, place),
    count: countOf(data.count, COUNTED),
    isFiltered,
  };
  // While the next page loads, the previous one stays visible, with its own position.
  const shown = useRef(fresh);
  if (!rest.isPlaceholderData) shown.current = fresh;
  // Rows and count are rendered together, in interruptible steps.
  const page = useDeferredValue(shown.current ?? fresh);
  const readAll = async () => {
    const rows: Row[] = [];
    for (let after: string | undefined; rows.length < MAX_READ; after = rows.at(-1)?.id) {
      const { orderBy } = place.forward;
      const asked = { storeId: store.id, filter, counted: 0, limit: ROWS_A_CALL, orderBy, after };
      const more = await query<{ rows: readonly Row[] }>(reading.text, asked, environment);
      rows.push(...more.rows);
      if (more.rows.length < ROWS_A_CALL) break;
    }
    return rows;
  };
  return {
    result: { ...rest, data: page } as Listing<Row>['result'],
    asked: { field: spec.field, filter, orderBy: place.forward.orderBy },
    ...address,
    sort: place.forward.orderBy,
    size: place.size,
    readAll,
  };
}
