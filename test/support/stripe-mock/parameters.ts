import type { Form, FormValue } from './form.ts';
import {
  exclusiveParameters,
  invalidParameter,
  missingParameter,
  unknownParameter,
} from './problem.ts';

type Check = (value: FormValue) => boolean;

interface Rule {
  readonly check: Check;
  readonly isRequired?: boolean;
}

const text: Check = (value) => typeof value === 'string' && value.length > 0;
const count: Check = (value) => typeof value === 'string' && /^\d{1,12}$/.test(value);
const flag: Check = (value) => value === 'true' || value === 'false';
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const currency: Check = (value) => typeof value === 'string' && /^[a-z]{3}$/.test(value);
/** https://docs.stripe.com/api/metadata: 50 keys of 40 characters, values of 500. */
const metadata: Check = (value) =>
  isObject(value) &&
  Object.entries(value).length <= 50 &&
  Object.entries(value).every(
    ([name, item]) => name.length <= 40 && typeof item === 'string' && item.length <= 500,
  );
/** https://docs.stripe.com/api/payment_intents/list#list_payment_intents-created */
const range: Check = (value) =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, item]) => ['gt', 'gte', 'lt', 'lte'].includes(name) && count(item),
  );
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value);
const automatic: Check = (value) =>
  isObject(value) &&
  Object.keys(value).every((name) => name === 'enabled' || name === 'allow_redirects') &&
  flag(value.enabled ?? '') &&
  (value.allow_redirects === undefined || oneOf('always', 'never')(value.allow_redirects));

const may = (check: Check): Rule => ({ check });
const must = (check: Check): Rule => ({ check, isRequired: true });
const expand = may(texts);
const methods = {
  allowed_payment_method_types: may(texts),
  automatic_payment_methods: may(automatic),
};
/** https://docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter */
const EXCLUSIVE = ['allowed_payment_method_types', 'automatic_payment_methods'];
const method = {
  ...{ payment_method: may(text), confirmation_token: may(text), use_stripe_sdk: may(flag) },
};

/** The parameters the mock accepts, by operation; it refuses any other, as Stripe does. */
const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  'POST /v1/customers': {
    ...{ metadata: may(metadata), email: may(text), name: may(text), description: may(text) },
    ...{ payment_method: may(text), expand },
  },
  'POST /v1/payment_intents': {
    ...{ amount: must(count), currency: must(currency), customer: may(text) },
    ...{ metadata: may(metadata), ...methods, description: may(text), expand },
    setup_future_usage: may(oneOf('off_session', 'on_session')),
  },
  'GET /v1/payment_intents': {
    ...{
      created: may(range),
      limit: may(count),
      starting_after: may(text),
      ending_before: may(text),
    },
    ...{ customer: may(text), expand },
  },
  'GET /v1/payment_intents/:id': { expand, client_secret: may(text) },
  'POST /v1/payment_intents/:id/confirm': {
    ...{ ...method, off_session: may(flag), expand, return_url: may(text) },
  },
  'POST /v1/payment_intents/:id/cancel': {
    expand,
    cancellation_reason: may(
      oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
    ),
  },
  'GET /v1/charges/:id': { expand },
  'GET /v1/payment_methods/:id': { expand },
  'POST /v1/setup_intents': {
    ...{ customer: may(text), metadata: may(metadata), confirm: may(flag), ...method, ...methods },
    ...{ usage: may(oneOf('off_session', 'on_session')), return_url: may(text), expand },
  },
  'GET /v1/setup_intents/:id': { expand, client_secret: may(text) },
  'POST /v1/refunds': {
    ...{ payment_intent: must(text), amount: may(count), metadata: may(metadata), expand },
    reason: may(oneOf('duplicate', 'fraudulent', 'requested_by_customer')),
  },
  'GET /v1/refunds': {
    ...{ payment_intent: may(text), limit: may(count), starting_after: may(text), expand },
    ending_before: may(text),
  },
  'GET /v1/disputes': {
    ...{ payment_intent: may(text), charge: may(text), limit: may(count), created: may(range) },
    ...{ starting_after: may(text), ending_before: may(text), expand },
  },
  'GET /v1/radar/early_fraud_warnings': {
    ...{ payment_intent: may(text), charge: may(text), limit: may(count), created: may(range) },
    ...{ starting_after: may(text), ending_before: may(text), expand },
  },
  // Calls that Stripe.js makes itself, for its stand-in in the browser.
  'POST /v1/confirmation_tokens': { number: must(text), wallet: may(text), usage: may(text) },
  'POST /v1/authentications': { client_secret: must(text), succeeds: must(flag) },
};

/** Throws, like Stripe, for parameters that are unknown, missing, malformed or contradictory. */
export function checkParameters(operation: string, form: Form): void {
  const rules = RULES[operation] ?? {};
  for (const [name, value] of Object.entries(form)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) throw unknownParameter(name);
    if (!rule.check(value)) throw invalidParameter(name);
  }
  if (EXCLUSIVE.every((name) => name in form)) throw exclusiveParameters(EXCLUSIVE);
  for (const [name, { isRequired }] of Object.entries(rules)) {
    if (isRequired && form[name] === undefined) throw missingParameter(name);
  }
}

/** Every operation of the mock. */
export const operations = Object.keys(RULES);

function isObject(value: FormValue): value is { [name: string]: FormValue } {
  return typeof value === 'object' && !Array.isArray(value);
}
