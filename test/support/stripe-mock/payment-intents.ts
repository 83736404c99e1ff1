import {
  type Books,
  type Method,
  metadataOf,
  methodView,
  newId,
  type Stored,
  takeMethod,
  tell,
  textOf,
  unixNow,
} from './books.ts';
import type { Form } from './form.ts';
import { listPage } from './list.ts';
import { cardError, invalidParameter, noSuch, type Problem, wrongState } from './problem.ts';
import { type ChargeView, cardView, type IntentView } from './views.ts';

type Intent = Stored<IntentView>;

/** Stripe's minimum amount in most currencies, in its own units. */
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;
const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation'];
const CANCELABLE = [...CONFIRMABLE, 'requires_action'];

export function createIntent(books: Books, form: Form): IntentView {
  const amount = Number(form.amount);
  const customer = textOf(form, 'customer');
  if (customer !== null && !books.customers.has(customer)) throw noSuch('customer', customer);
  if (amount < MIN_AMOUNT) throw invalidParameter('amount', 'amount_too_small');
  if (amount > MAX_AMOUNT) throw invalidParameter('amount', 'amount_too_large');
  const id = newId('pi');
  const intent: Intent = {
    ...{ id, object: 'payment_intent', amount, amount_received: 0, canceled_at: null },
    ...{ client_secret: `${id}_secret_${newId('s')}`, created: unixNow(), livemode: false },
    ...{ currency: String(form.currency), customer, metadata: metadataOf(form) },
    ...{ next_action: null, last_payment_error: null, latest_charge: null, payment_method: null },
    setup_future_usage: textOf(form, 'setup_future_usage'),
    status: 'requires_payment_method',
  };
  books.intents.set(id, intent);
  tell(books, 'payment_intent.created', intent);
  return intent;
}

export function findIntent(books: Books, id: string): Intent {
  const intent = books.intents.get(id);
  if (!intent) throw noSuch('payment_intent', id);
  return intent;
}

/** Throws the decline of a card, as Stripe answers it. */
export function confirmIntent(books: Books, id: string, form: Form): IntentView {
  const intent = findIntent(books, id);
  if (!CONFIRMABLE.includes(intent.status)) throw wrongState('payment_intent', intent.status);
  const method = takeMethod(books, form, customerOf(intent));
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  const { authentication } = method.card;
  const isAsked = authentication === 'always' || (authentication && !method.isSetUp);
  if (isAsked && form.off_session === 'true') {
    throw decline(books, intent, method, 'authentication_required', 'authentication_required');
  }
  if (isAsked) {
    intent.status = 'requires_action';
    intent.next_action = stepOf(form);
    tell(books, 'payment_intent.requires_action', intent);
    return intent;
  }
  if (method.card.isSlow) {
    intent.status = 'processing';
    tell(books, 'payment_intent.processing', intent);
    return intent;
  }
  const { code = 'card_declined', declineCode } = method.card;
  if (declineCode || method.card.code) throw decline(books, intent, method, code, declineCode);
  return succeed(books, intent, method);
}

/**
 * Stripe.js takes the step if the request says so; the page script's token does by default
 * (https://docs.stripe.com/api/confirmation_tokens/object).
 */
function stepOf({ use_stripe_sdk: isForScript, confirmation_token: token }: Form) {
  return { type: isForScript === 'true' || token ? 'use_stripe_sdk' : 'redirect_to_url' };
}

export function cancelIntent(books: Books, id: string): IntentView {
  const intent = findIntent(books, id);
  if (!CANCELABLE.includes(intent.status)) throw wrongState('payment_intent', intent.status);
  Object.assign(intent, { status: 'canceled', canceled_at: unixNow(), next_action: null });
  tell(books, 'payment_intent.canceled', intent);
  return intent;
}

/** Completes what is pending: a bank's authentication or a slow charge. */
export function endIntent(books: Books, id: string, succeeds: boolean): IntentView {
  const intent = findIntent(books, id);
  if (intent.status !== 'requires_action' && intent.status !== 'processing') {
    throw wrongState('payment_intent', intent.status);
  }
  const isStep = intent.status === 'requires_action';
  const method = books.methods.get(intent.payment_method ?? '') as Method;
  intent.next_action = null;
  if (succeeds) return succeed(books, intent, method);
  decline(
    ...([books, intent, method] as const),
    isStep ? 'payment_intent_authentication_failure' : 'card_declined',
  );
  return intent;
}

function succeed(books: Books, intent: Intent, method: Method): IntentView {
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
  intent.latest_charge = newId('ch');
  if (intent.setup_future_usage && intent.customer) {
    Object.assign(method, { customer: customerOf(intent), isSetUp: true });
  }
  tell(books, 'payment_intent.succeeded', intent);
  return intent;
}

function decline(
  books: Books,
  intent: Intent,
  method: Method,
  code: string,
  declineCode?: string,
): Problem {
  const { adviceCode } = method.card;
  const advice = adviceCode ? { advice_code: adviceCode } : {};
  const charge = failCharge(books, intent, method);
  const more = { charge, ...(declineCode ? { decline_code: declineCode, ...advice } : {}) };
  intent.last_payment_error = {
    ...{ type: 'card_error', code: code as 'card_declined', message: 'The card was declined' },
    ...{ ...more, payment_method: methodView(method) },
  };
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null });
  intent.latest_charge = charge;
  tell(books, 'payment_intent.payment_failed', intent);
  return cardError(code, { ...more, payment_intent: intent });
}

/** Records the charge that was attempted; returns its id. */
function failCharge(books: Books, intent: Intent, { card, wallet }: Method): string {
  const id = newId('ch');
  const outcome = card.isBlocked
    ? ({ type: 'blocked', network_status: 'not_sent_to_network' } as const)
    : ({ type: 'issuer_declined', network_status: 'declined_by_network' } as const);
  books.failedCharges.set(id, {
    ...{ id, object: 'charge', amount: intent.amount, amount_refunded: 0, paid: false, outcome },
    ...{ refunded: false, status: 'failed', payment_intent: intent.id, disputed: false },
    metadata: intent.metadata,
    payment_method_details: { type: 'card', card: cardView(card, wallet) },
  });
  return id;
}

function customerOf({ customer }: IntentView): string | null {
  return customer as string | null;
}

export function listIntents(books: Books, form: Form) {
  const expands = Array.isArray(form.expand) && form.expand.includes('data.latest_charge');
  const inner: Form = expands ? { expand: ['latest_charge'] } : {};
  const page = listPage('/v1/payment_intents', [...books.intents.values()], form);
  return { ...page, data: page.data.map((intent) => viewIntent(books, intent, inner)) };
}

/** What is about an intent, as it is listed: with the intent included if requested. */
export function withIntent<Item extends { readonly payment_intent: string }>(
  books: Books,
  item: Item,
  { expand }: Form,
) {
  const isExpanded = Array.isArray(expand) && expand.includes('data.payment_intent');
  return isExpanded ? { ...item, payment_intent: findIntent(books, item.payment_intent) } : item;
}

/** The intent as returned: with the charge included if requested. */
export function viewIntent(books: Books, intent: IntentView, form: Form): IntentView {
  const { expand } = form;
  const isExpanded = Array.isArray(expand) && expand.includes('latest_charge');
  const { latest_charge: charge } = intent;
  if (!isExpanded || typeof charge !== 'string') return intent;
  return { ...intent, latest_charge: viewCharge(books, intent, charge) };
}

export function findCharge(books: Books, id: string): ChargeView {
  const intent = [...books.intents.values()].find(({ latest_charge: charge }) => charge === id);
  if (intent) return viewCharge(books, intent, id);
  const failed = books.failedCharges.get(id);
  if (!failed) throw noSuch('charge', id);
  return failed;
}

/** The charge, with the intent's metadata (https://docs.stripe.com/metadata). */
export function viewCharge(books: Books, intent: IntentView, id: string): ChargeView {
  const failed = books.failedCharges.get(id);
  if (failed) return failed;
  const { card, wallet } = books.methods.get(intent.payment_method ?? '') as Method;
  const refunded = refundedOf(books, intent.id);
  return {
    ...{ id, object: 'charge', amount: intent.amount, amount_refunded: refunded, paid: true },
    ...{ refunded: refunded === intent.amount, status: 'succeeded', payment_intent: intent.id },
    outcome: { type: 'authorized', network_status: 'approved_by_network' },
    metadata: intent.metadata,
    disputed: books.disputes.some(({ payment_intent: disputed }) => disputed === intent.id),
    payment_method_details: { type: 'card', card: cardView(card, wallet) },
  };
}

/** The refunded amount of a charge, including pending refunds. */
export function refundedOf({ refunds }: Books, intentId: string): number {
  return refunds
    .filter(({ payment_intent: id, status }) => id === intentId && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}
