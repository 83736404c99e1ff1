import { randomBytes } from 'node:crypto';
import { type CardBehavior, findCard } from './cards.ts';
import type { Form } from './form.ts';
import { invalidParameter, noSuch } from './problem.ts';
import {
  type ChargeView,
  type CustomerView,
  cardView,
  type DisputeView,
  type FraudWarningView,
  type IntentView,
  type MethodView,
  type RefundView,
  type SetupView,
} from './views.ts';

export interface Method {
  readonly id: string;
  card: CardBehavior;
  readonly wallet?: string;
  /** Reusable only for this one. */
  customer: string | null;
  isSetUp: boolean;
}

/** The mock's state, as Stripe would have it. */
export type Stored<View> = { -readonly [Name in keyof View]: View[Name] };

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly livemode: false;
  readonly data: { readonly object: object };
}

export interface Books {
  readonly customers: Map<string, CustomerView>;
  readonly methods: Map<string, Method>;
  /** By id: the browser's card, usable once. */
  readonly confirmationTokens: Map<string, { readonly method: Method; isUsed: boolean }>;
  readonly intents: Map<string, Stored<IntentView>>;
  readonly setups: Map<string, Stored<SetupView>>;
  /** Charges that failed, by id; one that succeeds is the intent's. */
  readonly failedCharges: Map<string, ChargeView>;
  readonly refunds: Stored<RefundView>[];
  readonly disputes: Stored<DisputeView>[];
  readonly fraudWarnings: Stored<FraudWarningView>[];
  /** The business's balance with Stripe, from which refunds are paid. */
  readonly balance: { isShort: boolean };
  /** In chronological order. */
  readonly events: StripeEvent[];
}

export function openBooks(): Books {
  return {
    ...{ customers: new Map(), methods: new Map(), confirmationTokens: new Map() },
    ...{ intents: new Map(), setups: new Map(), failedCharges: new Map() },
    ...{ refunds: [], disputes: [], fraudWarnings: [] },
    ...{ balance: { isShort: false }, events: [] },
  };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** Records an event about an object in its current state. */
export function tell(books: Books, type: string, object: object): void {
  const facts = { id: newId('evt'), object: 'event', type, created: unixNow() } as const;
  books.events.push({ ...facts, livemode: false, data: { object: structuredClone(object) } });
}

export function addMethod(books: Books, card: CardBehavior, wallet?: string): Method {
  const kind = wallet === undefined ? {} : { wallet };
  const method = { id: newId('pm'), card, ...kind, customer: null, isSetUp: false };
  books.methods.set(method.id, method);
  return method;
}

/** The method named in a request; a test method's name creates a new one. */
export function takeMethod(books: Books, form: Form, customer: string | null): Method {
  const { payment_method: id, confirmation_token: tokenId } = form;
  if ((id === undefined) === (tokenId === undefined)) throw invalidParameter('payment_method');
  if (tokenId !== undefined) {
    const token = books.confirmationTokens.get(String(tokenId));
    if (!token) throw noSuch('confirmation_token', String(tokenId));
    if (token.isUsed) throw invalidParameter('confirmation_token');
    token.isUsed = true;
    return token.method;
  }
  const card = findCard(String(id));
  if (card) return addMethod(books, card);
  const method = books.methods.get(String(id));
  if (!method) throw noSuch('payment_method', String(id));
  if (method.customer !== customer) throw invalidParameter('payment_method');
  return method;
}

export function methodView(method: Method): MethodView {
  const { id, card, wallet, customer } = method;
  const facts = { id, object: 'payment_method', type: 'card', customer, livemode: false } as const;
  return { ...facts, metadata: {}, card: cardView(card, wallet) };
}

export function textOf(form: Form, name: string): string | null {
  const value = form[name];
  return typeof value === 'string' ? value : null;
}

export function metadataOf(form: Form): Record<string, string> {
  return (form.metadata ?? {}) as Record<string, string>;
}
