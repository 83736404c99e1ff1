export type Values = Readonly<Record<string, string>>;

export const SIZES = [20, 50];

/** A page of a list: how it is asked for, and which way. */
export interface PlaceInList {
  readonly size: number;
  /** Rows before the page, as far as paging knows; null on pages counted from the end. */
  readonly from: number | null;
  /** Asked for from its end: in the order turned round. */
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

/** The address's values as texts. */
export function textValues(search: object): Values {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
}

/** Where in the list the page is. */
export const PLACE = ['after', 'before', 'end', 'from'];
/** Values that are about the page, not about what is listed. */
const PAGE_VALUES = [...PLACE, 'sort', 'size'];

/** The address's values that are about what is listed. */
export const filterValues = (address: Values): Values => without(address, PAGE_VALUES);

export function without(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/**
 * What the address says of the page. `after` an id comes the next page and `before` one the page
 * before, which is the next one in the order turned round; `end` is the last page in the same way.
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

/** An order by money means something within one currency. */
export function needsCurrency(sort: string): boolean {
  return /^(AMOUNT|SPENT)_/.test(sort);
}

function turned(orderBy: string): string {
  return orderBy.endsWith('_DESC')
    ? orderBy.replace(/_DESC$/, '_ASC')
    : orderBy.replace(/_ASC$/, '_DESC');
}

/** The page's rows of those that came: one more than it holds says that there is another page. */
export function readPage<Row>(came: readonly Row[], place: PlaceInList): PageRows<Row> {
  const { size, isBackward, from } = place;
  const isMore = came.length > size;
  const rows = came.slice(0, size);
  if (!isBackward) return { rows, hasBefore: place.hasBefore, hasAfter: isMore, from };
  return { rows: rows.toReversed(), hasBefore: isMore, hasAfter: place.hasAfter, from };
}

/** The count as far as it was counted. */
export function countOf(count: number, most: number): number {
  return Math.min(count, most + 1);
}

/** `1 entry`, `1,036 entries`, `10,000+ entries`. */
export function countText(count: number, most: number): string {
  if (count > most) return `${most.toLocaleString('en')}+ entries`;
  return count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`;
}
