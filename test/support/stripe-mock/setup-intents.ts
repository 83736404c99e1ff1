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
import { cardError, invalidParameter, noSuch, wrongState } from './problem.ts';
import type { SetupView } from './views.ts';

type Setup = Stored<SetupView>;

/** Throws the refusal of a card, as Stripe answers it. */
export function createSetup(books: Books, form: Form): SetupView {
  const customer = textOf(form, 'customer');
  if (customer !== null && !books.customers.has(customer)) throw noSuch('customer', customer);
  if (form.confirm !== 'true') throw invalidParameter('confirm');
  const method = takeMethod(books, form, customer);
  const id = newId('seti');
  const setup: Setup = {
    ...{ id, object: 'setup_intent', client_secret: `${id}_secret_${newId('s')}`, customer },
    ...{ created: unixNow(), livemode: false, metadata: metadataOf(form), usage: 'off_session' },
    ...{ last_setup_error: null, payment_method: method.id, status: 'requires_action' },
  };
  books.setups.set(id, setup);
  const { declineCode, code = 'card_declined', canBeSaved, authentication } = method.card;
  if ((declineCode || method.card.code) && !canBeSaved) {
    fail(setup, method, code, declineCode);
    tell(books, 'setup_intent.setup_failed', setup);
    throw cardError(code, { ...(declineCode ? { decline_code: declineCode } : {}) });
  }
  if (authentication) {
    tell(books, 'setup_intent.requires_action', setup);
    return setup;
  }
  return succeed(books, setup, method);
}

export function findSetup(books: Books, id: string): Setup {
  const setup = books.setups.get(id);
  if (!setup) throw noSuch('setup_intent', id);
  return setup;
}

/** The buyer completes the bank's authentication, or fails it. */
export function endSetup(books: Books, id: string, succeeds: boolean): SetupView {
  const setup = findSetup(books, id);
  if (setup.status !== 'requires_action') throw wrongState('setup_intent', setup.status);
  const method = books.methods.get(String(setup.payment_method)) as Method;
  if (succeeds) return succeed(books, setup, method);
  fail(setup, method, 'setup_intent_authentication_failure');
  tell(books, 'setup_intent.setup_failed', setup);
  return setup;
}

function succeed(books: Books, setup: Setup, method: Method): SetupView {
  setup.status = 'succeeded';
  Object.assign(method, { customer: setup.customer, isSetUp: true });
  tell(books, 'setup_intent.succeeded', setup);
  return setup;
}

function fail(setup: Setup, method: Method, code: string, declineCode?: string): void {
  setup.last_setup_error = {
    ...{ type: 'card_error', code: code as 'card_declined', message: 'The card was refused' },
    ...{
      ...(declineCode ? { decline_code: declineCode } : {}),
      payment_method: methodView(method),
    },
  };
  Object.assign(setup, { status: 'requires_payment_method', payment_method: null });
}

/** The set-up as returned: with the method included if requested. */
export function viewSetup(books: Books, setup: SetupView, { expand }: Form): SetupView {
  const isExpanded = Array.isArray(expand) && expand.includes('payment_method');
  const method = books.methods.get(String(setup.payment_method));
  return isExpanded && method ? { ...setup, payment_method: methodView(method) } : setup;
}
