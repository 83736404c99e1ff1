import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterAll, beforeAll } from 'vitest';
import { type Books, newId, openBooks, type StripeEvent } from './books.ts';
import { type Form, parseForm } from './form.ts';
import { OPERATIONS } from './operations.ts';
import { checkParameters } from './parameters.ts';
import { keyInUse, otherParameters, Problem, serverError } from './problem.ts';

export const MOCK_SECRET_KEY = 'sk_test_mock';
export const MOCK_PUBLISHABLE_KEY = 'pk_test_mock';
export const MOCK_WEBHOOK_SECRET = 'whsec_mock';

/** The API version the package requires, so that the mock's shapes match its types. */
const API_VERSION = Stripe.API_VERSION;
/** As in Stripe's events. */
const JSON_TYPE = 'application/json; charset=utf-8';
/** What Stripe.js may call: with the publishable key, from a browser. */
const OF_BROWSERS = ['POST /v1/confirmation_tokens', 'POST /v1/authentications'];

/** A network fault that occurs the given number of times. */
export interface Fault {
  /** Such as `POST /v1/payment_intents/:id/confirm`. */
  readonly on: string;
  readonly kind:
    | 'lose_request'
    | 'lose_answer'
    | 'too_many_requests'
    | 'server_error'
    /** The endpoint failed, so that the key keeps the error (https://docs.stripe.com/api/idempotent_requests). */
    | 'kept_server_error'
    | { readonly delayMs: number }
    /** A refusal with Stripe's code. */
    | { readonly code: string };
  times: number;
}

export interface StripeMock {
  /** For `STRIPE_API_BASE`. */
  readonly url: string;
  readonly books: Books;
  readonly faults: Fault[];
  /** Every request received, such as `POST /v1/refunds`. */
  readonly requests: string[];
  /** Idempotency keys expire after a day. */
  forgetKeys(): void;
  /** The events of a type, or all of them, oldest first. */
  events(type?: string): StripeEvent[];
}

/** The settings of a service that charges through the mock, which may start later. */
export function settingsFor(mock: Pick<StripeMock, 'url'>) {
  return {
    get STRIPE_API_BASE() {
      return mock.url;
    },
    STRIPE_SECRET_KEY: MOCK_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: MOCK_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: MOCK_WEBHOOK_SECRET,
  } as const;
}

/** An event as Stripe sends it: the body, and the header that signs it. */
export function signEvent(
  event: object,
  { at = new Date(), secret = MOCK_WEBHOOK_SECRET }: { at?: Date; secret?: string } = {},
): { readonly payload: string; readonly headers: Readonly<Record<string, string>> } {
  const payload = JSON.stringify(event, null, 2);
  const timestamp = Math.floor(at.getTime() / 1000);
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { payload, headers: { 'content-type': JSON_TYPE, 'stripe-signature': header } };
}

interface Remembered {
  readonly request: string;
  /** Null while in progress. */
  answer: { readonly status: number; readonly body: string } | null;
}

/**
 * A stand-in for Stripe's API over HTTP: the operations the provider uses, with the rules that
 * matter to it. Parameters are checked by name and type, idempotency keys return the same answer,
 * and intents change state as Stripe documents. It has no merchant settings and no fraud rules.
 */
export async function startStripeMock(): Promise<StripeMock & { close(): Promise<void> }> {
  const books = openBooks();
  const faults: Fault[] = [];
  const requests: string[] = [];
  const remembered = new Map<string, Remembered>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://mock');
    const body = await text(request);
    const { operation, id } = findOperation(request.method ?? '', url.pathname);
    requests.push(operation);
    const fault = takeFault(faults, operation);
    if (fault === 'lose_request') return void request.socket.destroy();
    const refused = refuse(request, operation, fault);
    const form = parseForm(request.method === 'GET' ? url.search.slice(1) : body);
    const fails = fault === 'kept_server_error';
    const given = refused ?? (await perform(request, operation, id, form, fails));
    if (fault === 'lose_answer') return void request.socket.destroy();
    if (typeof fault === 'object' && fault !== null && 'delayMs' in fault)
      await pause(fault.delayMs);
    response.writeHead(given.status, {
      ...('isRepeated' in given ? { 'idempotent-replayed': 'true' } : {}),
      ...{ 'content-type': 'application/json', 'request-id': newId('req') },
      ...{ 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' },
    });
    response.end(given.body);
  }

  /** Once per idempotency key. */
  async function perform(
    request: IncomingMessage,
    operation: string,
    id: string,
    form: Form,
    fails: boolean,
  ) {
    const key = request.headers['idempotency-key'];
    const parts = JSON.stringify([operation, id, form]);
    if (typeof key !== 'string') return run(operation, id, form).answer;
    const known = remembered.get(key);
    if (known && known.request !== parts) return answerOf(otherParameters());
    if (known) return known.answer ? { ...known.answer, isRepeated: true } : answerOf(keyInUse());
    const entry: Remembered = { request: parts, answer: null };
    remembered.set(key, entry);
    // So that requests with the same key can overlap.
    await pause(2);
    const failed = { answer: answerOf(serverError()), isKept: true };
    const { answer: made, isKept } = fails ? failed : run(operation, id, form);
    if (isKept) entry.answer = made;
    else remembered.delete(key);
    return made;
  }

  function run(operation: string, id: string, form: Form) {
    try {
      checkParameters(operation, form);
      const made = OPERATIONS[operation]?.(books, form, id);
      return { answer: { status: 200, body: JSON.stringify(made) }, isKept: true };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { answer: answerOf(error), isKept: error.isKept };
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, books, faults, requests },
    forgetKeys: () => remembered.clear(),
    events: (type) => books.events.filter((event) => type === undefined || event.type === type),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A mock for the tests of one file. */
export function useStripeMock(): StripeMock {
  let mock: Awaited<ReturnType<typeof startStripeMock>> | undefined;
  beforeAll(async () => {
    mock = await startStripeMock();
  });
  afterAll(() => mock?.close());
  const started = () => {
    if (!mock) throw new Error('The mock has not started');
    return mock;
  };
  return {
    get url() {
      return started().url;
    },
    get books() {
      return started().books;
    },
    get faults() {
      return started().faults;
    },
    get requests() {
      return started().requests;
    },
    forgetKeys: () => started().forgetKeys(),
    events: (type) => started().events(type),
  };
}

function findOperation(method: string, path: string): { operation: string; id: string } {
  const direct = `${method} ${path}`;
  if (Object.hasOwn(OPERATIONS, direct)) return { operation: direct, id: '' };
  const [, collection, id = '', verb] = /^\/v1\/(\w+)\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
  const operation = `${method} /v1/${collection}/:id${verb ? `/${verb}` : ''}`;
  return { operation: Object.hasOwn(OPERATIONS, operation) ? operation : direct, id };
}

function takeFault(faults: Fault[], operation: string): Fault['kind'] | null {
  const fault = faults.find(({ on, times }) => on === operation && times > 0);
  if (!fault) return null;
  fault.times -= 1;
  return fault.kind;
}

/** Errors detected before anything is looked up. */
function refuse(request: IncomingMessage, operation: string, fault: Fault['kind'] | null) {
  const type = 'invalid_request_error';
  const { authorization, 'stripe-version': version } = request.headers;
  const isBrowser = OF_BROWSERS.includes(operation);
  if (!Object.hasOwn(OPERATIONS, operation)) {
    return answerOf(new Problem(404, { type, message: `Unrecognized request URL (${operation})` }));
  }
  if (authorization !== `Bearer ${isBrowser ? MOCK_PUBLISHABLE_KEY : MOCK_SECRET_KEY}`) {
    return answerOf(new Problem(401, { type, message: 'Invalid API Key provided' }));
  }
  if (!isBrowser && version !== API_VERSION) {
    return answerOf(new Problem(400, { type, message: `Invalid Stripe-Version: ${version}` }));
  }
  if (fault === 'too_many_requests') {
    return answerOf(new Problem(429, { type, code: 'rate_limit', message: 'Too many requests' }));
  }
  if (fault === 'server_error') {
    return answerOf(serverError());
  }
  if (typeof fault === 'object' && fault !== null && 'code' in fault) {
    return answerOf(new Problem(400, { type, code: fault.code, message: 'Refused' }));
  }
  return null;
}

function answerOf({ status, fields }: Problem) {
  return { status, body: JSON.stringify({ error: fields }) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
