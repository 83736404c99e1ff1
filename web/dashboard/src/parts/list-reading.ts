import { filterValues, type PlaceInList, pageArguments, type Values } from './list-page.ts';
import type { Reading } from './reading.ts';

/** Rows that a detail page reads of a list; GraphQL gives at most as many at once. */
export const MAX_ROWS = 100;

/** Counting stops here: what is beyond is "10,000+". */
export const COUNTED = 10_000;

export interface ListingSpec {
  /** The list's root field, such as `onetimeOrders`; its `…Count` is asked, too. */
  readonly field: string;
  /** The listed type, such as `OnetimeOrder`: its filter and its orders are named after it. */
  readonly type: string;
  /** What each row holds; `id` among it. */
  readonly selection: string;
  /** The filter that the address's values make; empty values are left out of them. */
  readonly filter?: (values: Values) => object;
  readonly refetchInterval?: number;
  /** Values of the address that choose the list and are no filters of it. */
  readonly choices?: readonly string[];
}

/** The query of a list's page, its filter, and where in the list it is. */
export interface ListReading extends Required<Reading> {
  readonly filter: object;
  readonly place: PlaceInList;
}

/** What a list asks for when the page's address has these values. */
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
