import type { RecordedCharge } from '../../contract/payment-provider.ts';
import type { Queryable } from '../../database/database.ts';
import { listCardCharges, listSandboxCharges, type PaidCardCharge } from './sandbox.queries.ts';
import type { CardBehavior } from './test-cards.ts';

/** Charges in one page. */
const PAGE = 1_000;

/** The sandbox's successful charges of the time range. */
export async function* listCharges(
  db: Queryable,
  from: Date,
  to: Date,
): AsyncGenerator<readonly RecordedCharge[]> {
  const pages = pagesOf((after) => listSandboxCharges(db, { from, to, after }, PAGE));
  for await (const rows of pages) {
    yield rows.map(({ amountMinor, currency, ...charge }) => ({
      ...charge,
      amount: { amountMinor, currency },
    }));
  }
}

/** The successful charges of the time range with cards of the behaviors, with their payments. */
export async function* chargesOfCards(
  db: Queryable,
  behaviors: readonly CardBehavior[],
  from: Date,
  to: Date,
): AsyncGenerator<PaidCardCharge> {
  const pages = pagesOf((after) => listCardCharges(db, behaviors, { from, to, after }, PAGE));
  for await (const rows of pages) yield* rows;
}

/** Pages of charges by payment; `read` gets the last payment of the page before. */
async function* pagesOf<T extends { readonly paymentId: string }>(
  read: (after: string) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let after = ''; ; ) {
    const rows = await read(after);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.paymentId;
  }
}
