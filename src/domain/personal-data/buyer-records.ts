import type { ErrorRow } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import { type Buyer, type BuyersOrder, lockBuyersOrders, readBuyer } from './buyer.queries.ts';

/** Maximum orders and records of a customer that a member can export or erase in one call. */
export const MAX_ORDERS = 1_000;
export const MAX_RECORDS = 5_000;

/** Error rows of a call with these limits. */
export const tooManyRows = {
  tooManyOrders: [400, `Customer has more than ${MAX_ORDERS} orders; ask the operator`],
  tooManyRecords: [400, `Customer has more than ${MAX_RECORDS} records; ask the operator`],
} as const;

export interface RecordRows {
  readonly notFound: ErrorRow;
  /** Absent in an operator's call, which accepts any number of orders and records. */
  readonly tooManyOrders?: ErrorRow;
  readonly tooManyRecords?: ErrorRow;
}

export interface BuyerRecords {
  readonly orders: readonly BuyersOrder[];
  /** Everything the store has stored, by table. */
  readonly rows: Record<string, unknown[]>;
}

/** A store's records about one buyer, whose orders stay locked; throws if there are none. */
export async function lockBuyerRecords(
  tx: Tx,
  buyer: Buyer,
  { notFound, tooManyOrders, tooManyRecords }: RecordRows,
): Promise<BuyerRecords> {
  const orders = await lockBuyersOrders(tx, buyer, tooManyOrders ? MAX_ORDERS + 1 : null);
  if (tooManyOrders && orders.length > MAX_ORDERS) throw tooManyOrders();
  const ids = orders.map(({ id }) => id);
  const rows = await readBuyer(tx, buyer, ids, tooManyRecords ? MAX_RECORDS + 1 : null);
  const count = Object.values(rows).flat().length;
  if (tooManyRecords && count > MAX_RECORDS) throw tooManyRecords();
  if (count === 0) throw notFound();
  return { orders, rows };
}
