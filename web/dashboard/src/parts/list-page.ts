export type Values = Readonly<Record<string, string>>;

export const SIZES = [20, 50];

/** A page of a list: its position, and the variables that request it. */
export interface PlaceInList {
  readonly size: number;
  /** Number of rows before the page, according to the URL; null on the last page. */
  readonly from: number | null;
  /** Whether the page is requested in reverse order. */
  readonly isBackward: boolean;
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly forward: { readonly orderBy: string };
}

export interface PageRows<Row> {
  readonly rows: readonly Row[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  readonly from: number | null;
}

/** The URL's query parameters as strings. */
export function textValues(search: object): Values {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
}

/** Query parameters for the page's position in the list. */
export const PLACE = ['after', 'before', 'end', 'from'];
/** Query parameters that affect the page, but not what is listed. */
const PAGE_VALUES = [...PLACE, 'sort', 'size'];

/** The query parameters that determine what is listed. */
export const filterValues = (address: Values): Values => without(address, PAGE_VALUES);

export function without(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/**
 * The page that the URL requests: the one `after` an ID, the one `before` an ID, or the last one
 * (`end`). The latter two are read in reverse order.
 */
export function pageArguments({ after, before, end, from, sort, size: asked, currency }: Values) {
  const size = SIZES.find((one) => String(one) === asked) ?? (SIZES[0] as number);
  const isSortable = sort !== undefined && (!needsCurrency(sort) || Boolean(currency));
  const orderBy = isSortable ? sort : 'CREATED_AT_DESC';
  const isBackward = Boolean(before || end);
  const cursor = before ?? after;
  const place: PlaceInList = {
    size,
    from: end ? null : Number(from ?? 0) || 0,
    isBackward,
    hasBefore: Boolean(after),
    hasAfter: Boolean(before),
    variables: {
      orderBy: isBackward ? turned(orderBy) : orderBy,
      limit: size + 1,
      ...(cursor ? { after: cursor } : {}),
    },
    forward: { orderBy },
  };
  return place;
}

/** Sorting by amount is meaningful only within one currency. */
export function needsCurrency(sort: string): boolean {
  return /^(AMOUNT|SPENT)_/.test(sort);
}

function turned(orderBy: string): string {
  return orderBy.endsWith('_DESC')
    ? orderBy.replace(/_DESC$/, '_ASC')
    : orderBy.replace(/_ASC$/, '_DESC');
}

/** The page's rows; one row more than its size means that there is another page. */
export function readPage<Row>(came: readonly Row[], place: PlaceInList): PageRows<Row> {
  const { size, isBackward, from } = place;
  const isMore = came.length > size;
  const rows = came.slice(0, size);
  if (!isBackward) return { rows, hasBefore: place.hasBefore, hasAfter: isMore, from };
  return { rows: rows.toReversed(), hasBefore: isMore, hasAfter: place.hasAfter, from };
}

/** The count, capped at one above the maximum. */
export function countOf(count: number, most: number): number {
  return Math.min(count, most + 1);
}

/** `1 entry`, `1,036 entries`, `10,000+ entries`. */
export function countText(count: number, most: number): string {
  if (count > most) return `${most.toLocaleString('en')}+ entries`;
  return count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`;
}
