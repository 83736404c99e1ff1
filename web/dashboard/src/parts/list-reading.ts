import { filterValues, type PlaceInList, pageArguments, type Values } from './list-page.ts';
import type { Reading } from './reading.ts';

/** Rows of a list that a detail page reads: GraphQL's maximum per list. */
export const MAX_ROWS = 100;

/** Counting stops here; more rows are shown as "10,000+". */
export const COUNTED = 10_000;

export interface ListingSpec {
  /** The list's root field, such as `onetimeOrders`; its `…Count` field is queried too. */
  readonly field: string;
  /** The listed type, such as `OnetimeOrder`; its `…Filter` and `…OrderBy` are named after it. */
  readonly type: string;
  /** The fields of each row, including `id`. */
  readonly selection: string;
  /** Builds the filter from the query parameters, of which empty ones are omitted. */
  readonly filter?: (values: Values) => object;
  readonly refetchInterval?: number;
  /** Query parameters that select the list and don't count as filters. */
  readonly choices?: readonly string[];
}

/** The query for a page of a list, with its filter and position. */
export interface ListReading extends Required<Reading> {
  readonly filter: object;
  readonly place: PlaceInList;
}

/** The query of a list for these query parameters. */
export function listReading(spec: ListingSpec, address: Values): ListReading {
  const place = pageArguments(address);
  const filter = spec.filter?.(filterValues(address)) ?? {};
  const variables = { filter, counted: COUNTED + 1, ...place.variables };
  return { text: listText(spec), variables, filter, place };
}

function listText({ field, type, selection }: ListingSpec): string {
  return `query ($storeId: ID!, $filter: ${type}Filter, $orderBy: ${type}OrderBy, $after: ID,
    $limit: Int, $counted: Int) {
    rows: ${field}(storeId: $storeId, filter: $filter, orderBy: $orderBy, after: $after,
      limit: $limit) { ${selection} }
    count: ${field}Count(storeId: $storeId, filter: $filter, limit: $counted)
  }`;
}
