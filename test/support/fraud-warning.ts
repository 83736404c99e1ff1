import { recordFraudWarning } from '../../src/domain/fraud-warning/record-fraud-warning.ts';
import { uuidOf } from './catalogue.ts';
import type { Sale } from './refunding.ts';
import type { TestApp } from './test-app.ts';

/** The buyer's bank warns of fraud about payments with this card, `WARNED_MS` later. */
export const WARNED_CARD = '4000000000005423';

/** Records a fraud warning of a payment as if the provider had reported it. */
export async function recordFraudWarningOf(
  test: TestApp,
  { shop, paymentId }: Pick<Sale, 'shop' | 'paymentId'>,
  isActionable = true,
): Promise<void> {
  const payment = { id: uuidOf('PAY', paymentId), storeId: uuidOf('STO', shop.store.id) };
  const warning = { reference: 'issfr_1', reason: 'made_with_stolen_card', isActionable };
  await test.database.transaction((tx) =>
    recordFraudWarning(tx, payment, warning, test.clock.now()),
  );
}
