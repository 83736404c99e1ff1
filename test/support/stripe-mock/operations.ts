import { addMethod, type Books, metadataOf, newId, textOf } from './books.ts';
import { findCardByNumber } from './cards.ts';
import { listDisputes } from './disputes.ts';
import type { Form } from './form.ts';
import { listFraudWarnings } from './fraud-warnings.ts';
import {
  cancelIntent,
  confirmIntent,
  createIntent,
  endIntent,
  findCharge,
  findIntent,
  listIntents,
  viewIntent,
} from './payment-intents.ts';
import { viewMethod } from './payment-methods.ts';
import { invalidParameter } from './problem.ts';
import { createRefund, listRefunds } from './refunds.ts';
import { createSetup, endSetup, findSetup, viewSetup } from './setup-intents.ts';
import { cardView } from './views.ts';

type Operation = (books: Books, form: Form, id: string) => object;

/** What each operation does once its parameters are validated. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /v1/customers': (books, form) => {
    const facts = { id: newId('cus'), object: 'customer' } as const;
    const customer = { ...facts, metadata: metadataOf(form) };
    books.customers.set(customer.id, customer);
    return customer;
  },
  'POST /v1/payment_intents': (books, form) => createIntent(books, form),
  'GET /v1/payment_intents': (books, form) => listIntents(books, form),
  'GET /v1/payment_intents/:id': (books, form, id) =>
    viewIntent(books, findIntent(books, id), form),
  'POST /v1/payment_intents/:id/confirm': (books, form, id) =>
    viewIntent(books, confirmIntent(books, id, form), form),
  'POST /v1/payment_intents/:id/cancel': (books, form, id) =>
    viewIntent(books, cancelIntent(books, id), form),
  'GET /v1/charges/:id': (books, _form, id) => findCharge(books, id),
  'GET /v1/payment_methods/:id': (books, form, id) => viewMethod(books, form, id),
  'POST /v1/setup_intents': (books, form) => viewSetup(books, createSetup(books, form), form),
  'GET /v1/setup_intents/:id': (books, form, id) => viewSetup(books, findSetup(books, id), form),
  'POST /v1/refunds': (books, form) => createRefund(books, form),
  'GET /v1/refunds': (books, form) => listRefunds(books, form),
  'GET /v1/disputes': (books, form) => listDisputes(books, form),
  'GET /v1/radar/early_fraud_warnings': (books, form) => listFraudWarnings(books, form),
  'POST /v1/confirmation_tokens': (books, form) => makeConfirmationToken(books, form),
  'POST /v1/authentications': (books, form) => authenticate(books, form),
};

/** Called by Stripe.js with what the buyer typed into its frame. */
function makeConfirmationToken(books: Books, form: Form): object {
  const card = findCardByNumber(String(form.number));
  if (!card) throw invalidParameter('number', 'incorrect_number');
  const wallet = textOf(form, 'wallet') ?? undefined;
  const method = addMethod(books, card, wallet);
  const id = newId('ctoken');
  books.confirmationTokens.set(id, { method, isUsed: false });
  const preview = { type: 'card', card: cardView(card, wallet) };
  return { id, object: 'confirmation_token', payment_method_preview: preview };
}

/** The buyer's bank, as Stripe.js shows it. */
function authenticate(books: Books, form: Form): object {
  const [id = ''] = String(form.client_secret).split('_secret_');
  const succeeds = form.succeeds === 'true';
  return id.startsWith('seti_') ? endSetup(books, id, succeeds) : endIntent(books, id, succeeds);
}
