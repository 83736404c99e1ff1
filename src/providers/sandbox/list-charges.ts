import type { RecordedCharge } from '../../contract/payment-provider.ts';
import type { Queryable } from '../../database/database.ts';
import { listSandboxCharges } from './sandbox.queries.ts';

/** Charges in one page. */
const PAGE = 1_000;

/** The sandbox's successful charges of the time range. */
export async function* listCharges(
  db: Queryable,
  from: Date,
  to: Date,
): AsyncGenerator<readonly RecordedCharge[]> {
  for (let after = ''; ; ) {
    const rows = await listSandboxCharges(db, { from, to, after }, PAGE);
    yield rows.map(({ amountMinor, currency, ...charge }) => ({
      ...charge,
      amount: { amountMinor, currency },
    }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.paymentId;
  }
}
