import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useRef } from 'react';
import { query } from '../api/client.ts';
import { usePlace } from '../app/place.ts';
import { countOf, type PageRows, pageArguments, readPage } from './list-page.ts';
import { type Address, useAddress } from './use-address.ts';
import { useGraphql } from './use-graphql.ts';

/** GraphQL gives at most 100 rows at once; a file made here holds at most 10,000. */
const ROWS_A_CALL = 100;
const MAX_FILE = 10_000;
/** Counting stops here: what is beyond is "10,000+". */
export const COUNTED = 10_000;

type Values = Readonly<Record<string, string>>;

export interface ListingSpec {
  /** The list's root field, such as `onetimeOrders`; its `…Count` is asked, too. */
  readonly field: string;
  /** The listed type, such as `OnetimeOrder`: its filter and its orders are named after it. */
  readonly type: string;
  /** What each row holds; `id` among it. */
  readonly selection: string;
  /** The filter that the address's values make; empty values are omitted. */
  readonly filter?: (values: Values) => object;
  readonly refetchInterval?: number;
  /** Values of the address that choose the list and are no filters of it. */
  readonly choices?: readonly string[];
}

export interface Listing<Row> extends Omit<Address, 'all'> {
  readonly result: UseQueryResult<PageRows<Row> & { readonly count: number }>;
  /** Field, filter and order, for a file of the same rows. */
  readonly asked: { readonly field: string; readonly filter: object; readonly orderBy: string };
  /** Such as `AMOUNT_DESC`. */
  readonly sort: string;
  readonly size: number;
  readonly isFiltered: boolean;
  /** Every row behind the filter, for a file. */
  readonly readAll: () => Promise<readonly Row[]>;
}

/** A GraphQL list, page by page; page, order and filters stand in the address. */
export function useListing<Row extends { readonly id: string }>(spec: ListingSpec): Listing<Row> {
  const { environment, store } = usePlace();
  const { all, ...address } = useAddress();
  const { values } = address;
  const place = pageArguments(all);
  const filter = spec.filter?.(values) ?? {};
  const text = listText(spec);
  const { data, ...rest } = useGraphql<{ rows: readonly Row[]; count: number }>(
    text,
    { filter, counted: COUNTED + 1, ...place.variables },
    spec.refetchInterval ? { refetchInterval: spec.refetchInterval } : {},
  );
  const fresh = data && { ...readPage(data.rows, place), count: countOf(data.count, COUNTED) };
  // While the next page loads, the one before stays as it was, with its own place.
  const shown = useRef(fresh);
  if (!rest.isPlaceholderData) shown.current = fresh;
  // The page as a whole, rows and their count, is built in steps.
  const page = useDeferredValue(shown.current ?? fresh);
  const readAll = async () => {
    const rows: Row[] = [];
    for (let after: string | undefined; rows.length < MAX_FILE; after = rows.at(-1)?.id) {
      const { orderBy } = place.forward;
      const asked = { storeId: store.id, filter, counted: 0, limit: ROWS_A_CALL, orderBy, after };
      const more = await query<{ rows: readonly Row[] }>(text, asked, environment);
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
    isFiltered: Object.keys(values).some((name) => !spec.choices?.includes(name)),
    readAll,
  };
}

function listText({ field, type, selection }: ListingSpec): string {
  return `query ($storeId: ID!, $filter: ${type}Filter, $orderBy: ${type}OrderBy, $after: ID,
    $limit: Int, $counted: Int) {
    rows: ${field}(storeId: $storeId, filter: $filter, orderBy: $orderBy, after: $after,
      limit: $limit) { ${selection} }
    count: ${field}Count(storeId: $storeId, filter: $filter, limit: $counted)
  }`;
}
