import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query } from '../api/client.ts';
import { usePlace } from '../app/place.ts';
import { useGraphql } from './use-graphql.ts';

const ROWS_A_PAGE = 20;
/** GraphQL gives at most 100 rows at once; a file holds at most 10,000. */
const ROWS_A_CALL = 100;
const MAX_FILE = 10_000;

export interface ListingSpec {
  /** The list's root field, such as `onetimeOrders`; its `…Count` is asked, too. */
  readonly field: string;
  /** The filter's type, such as `OnetimeOrderFilter`; null: the list takes none. */
  readonly filterType: string | null;
  /** What each row holds. */
  readonly selection: string;
  /** The filter that the address's values make; empty values are left out of them. */
  readonly filter?: (values: Readonly<Record<string, string>>) => object;
  /** More arguments of the list, such as `{ productId }` with the types `{ productId: 'ID!' }`. */
  readonly args?: Readonly<Record<string, { readonly type: string; readonly value: unknown }>>;
  readonly refetchInterval?: number;
  /** Values of the address that choose the list and are no filters of it. */
  readonly choices?: readonly string[];
}

export interface Listing<Row> {
  readonly result: UseQueryResult<{ readonly rows: readonly Row[]; readonly count: number }>;
  readonly page: number;
  readonly pageCount: number;
  readonly setPage: (page: number) => void;
  /** Filter values as the address has them. */
  readonly values: Readonly<Record<string, string>>;
  readonly setValue: (name: string, value: string) => void;
  readonly isFiltered: boolean;
  /** Every row behind the filter, for a file. */
  readonly readAll: () => Promise<readonly Row[]>;
}

/** A GraphQL list, page by page; page and filters stand in the address. */
export function useListing<Row>(spec: ListingSpec): Listing<Row> {
  const { environment, store } = usePlace();
  const navigate = useNavigate();
  const { page: pageText, ...rest } = useSearch({ strict: false }) as Record<string, unknown>;
  const values = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, String(value)]),
  );
  const page = Math.max(1, Number(pageText) || 1);
  const text = listText(spec);
  const variables = (limit: number, offset: number) => ({
    ...Object.fromEntries(
      Object.entries(spec.args ?? {}).map(([name, { value }]) => [name, value]),
    ),
    ...(spec.filterType ? { filter: spec.filter?.(values) ?? {} } : {}),
    limit,
    offset,
  });
  const result = useGraphql<{ rows: readonly Row[]; count: number }>(
    text,
    variables(ROWS_A_PAGE, (page - 1) * ROWS_A_PAGE),
    spec.refetchInterval ? { refetchInterval: spec.refetchInterval } : {},
  );
  const go = (search: Record<string, unknown>) =>
    navigate({ to: '.', search, replace: true } as unknown as Parameters<typeof navigate>[0]);
  const readAll = async () => {
    const rows: Row[] = [];
    for (let offset = 0; offset < MAX_FILE; offset += ROWS_A_CALL) {
      const asked = { storeId: store.id, ...variables(ROWS_A_CALL, offset) };
      const more = await query<{ rows: readonly Row[] }>(text, asked, environment);
      rows.push(...more.rows);
      if (more.rows.length < ROWS_A_CALL) break;
    }
    return rows;
  };
  return {
    result,
    page,
    pageCount: Math.max(1, Math.ceil((result.data?.count ?? 0) / ROWS_A_PAGE)),
    setPage: (next) => go({ ...values, ...(next > 1 ? { page: next } : {}) }),
    values,
    setValue: (name, value) => {
      const { [name]: _, ...others } = values;
      go(value === '' ? others : { ...others, [name]: value });
    },
    isFiltered: Object.keys(values).some((name) => !spec.choices?.includes(name)),
    readAll,
  };
}

function listText({ field, filterType, selection, args = {} }: ListingSpec): string {
  const own = Object.entries(args);
  const types = [
    '$storeId: ID!',
    '$limit: Int',
    '$offset: Int',
    ...(filterType ? [`$filter: ${filterType}`] : []),
    ...own.map(([name, { type }]) => `$${name}: ${type}`),
  ];
  const shared = [
    'storeId: $storeId',
    ...(filterType ? ['filter: $filter'] : []),
    ...own.map(([name]) => `${name}: $${name}`),
  ].join(', ');
  return `query (${types.join(', ')}) {
    rows: ${field}(${shared}, limit: $limit, offset: $offset) { ${selection} }
    count: ${field}Count(${shared})
  }`;
}
