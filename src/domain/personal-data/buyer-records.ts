import type { ErrorRow } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import { type Buyer, type BuyersOrder, lockBuyersOrders, readBuyer } from './buyer.queries.ts';

/** Maximum orders of a customer whose records a member can export or erase in one call. */
export const MAX_ORDERS = 1_000;

/** Error row of a call with that limit. */
export const tooManyRows = {
  tooManyOrders: [400, `Customer has more than ${MAX_ORDERS} orders; ask the operator`],
} as const;

interface Rows {
  readonly notFound: ErrorRow;
  /** Absent in an operator's call, which accepts any number of orders. */
  readonly tooManyOrders?: ErrorRow;
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
  { notFound, tooManyOrders }: Rows,
): Promise<BuyerRecords> {
  const orders = await lockBuyersOrders(tx, buyer);
  if (tooManyOrders && orders.length > MAX_ORDERS) throw tooManyOrders();
  const rows = await readBuyer(
    tx,
    buyer,
    orders.map(({ id }) => id),
  );
  if (Object.values(rows).every((entries) => entries.length === 0)) throw notFound();
  return { orders, rows };
}
