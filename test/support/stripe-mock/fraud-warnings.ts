import { type Books, newId, type Stored, tell, unixNow } from './books.ts';
import type { Form } from './form.ts';
import { listPage, ofIntent } from './list.ts';
import { findIntent, refundedOf, withIntent } from './payment-intents.ts';
import type { FraudWarningView } from './views.ts';

/** The buyer's bank reports a charge as suspected fraud; returns the warning. */
export function warnOfFraud(
  books: Books,
  intentId: string,
  fraudType = 'made_with_stolen_card',
): FraudWarningView {
  const intent = findIntent(books, intentId);
  const warning: Stored<FraudWarningView> = {
    ...{ id: newId('issfr'), object: 'radar.early_fraud_warning', created: unixNow() },
    ...{ actionable: isActionable(books, intentId), fraud_type: fraudType, livemode: false },
    ...{ charge: String(intent.latest_charge), payment_intent: intent.id },
  };
  books.fraudWarnings.push(warning);
  tell(books, 'radar.early_fraud_warning.created', warning);
  return warning;
}

/** Stripe reports that a warning isn't actionable anymore. */
export function updateFraudWarning(books: Books, { id }: FraudWarningView): void {
  const warning = books.fraudWarnings.find((one) => one.id === id);
  if (warning) tell(books, 'radar.early_fraud_warning.updated', current(books, warning));
}

export function listFraudWarnings(books: Books, form: Form) {
  const page = listPage(
    '/v1/radar/early_fraud_warnings',
    ofIntent(books.fraudWarnings, form),
    form,
  );
  const data = page.data.map((one) => withIntent(books, current(books, one), form));
  return { ...page, data };
}

function current(books: Books, warning: FraudWarningView): FraudWarningView {
  return { ...warning, actionable: isActionable(books, warning.payment_intent) };
}

/** Neither disputed nor fully refunded (https://docs.stripe.com/api/radar/early_fraud_warnings/object). */
function isActionable(books: Books, intentId: string): boolean {
  const isDisputed = books.disputes.some(({ payment_intent: id }) => id === intentId);
  return !isDisputed && refundedOf(books, intentId) < findIntent(books, intentId).amount_received;
}
