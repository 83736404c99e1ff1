import type { Database } from '../../../src/database/database.ts';
import { systemClock } from '../../../src/kit/time.ts';
import type { Random } from '../../graphql/random.ts';
import { openDashboard } from '../../support/dashboard.ts';
import { makeMerchant, signHeaders, type TestMerchant } from '../../support/merchant.ts';
import type { Journal, Write, WriteKind } from './journal.ts';
import type { Canaries } from './leaks.ts';
import { patiently } from './patient.ts';
import type { ProgrammedReceiver } from './receivers.ts';
import { type Credential, exchange, type Sending, write } from './sending.ts';

export interface Product {
  readonly id: string;
  readonly kind: 'onetime' | 'subscription';
  /** The price of one, in minor units of USD. */
  readonly minor: number;
}

export interface Hook {
  readonly id: string;
  readonly storeId: string;
  /** Path and query at the receiver, which identify the webhook there. */
  readonly path: string;
  readonly receiver: ProgrammedReceiver;
  /** Transactions from this one on started after add-webhook was answered. */
  readonly since: number;
  /** When remove-webhook was first sent, and when it was answered; null if it wasn't. */
  removingAt: number | null;
  removedAt: number | null;
}

export interface Subscription {
  readonly orderId: string;
  readonly buyer: string;
}

export interface Shop {
  readonly id: string;
  readonly slug: string;
  /** Possible values of its name and logo: the last acknowledged one, and those sent since. */
  readonly names: Set<string>;
  readonly logos: Set<string | null>;
  readonly products: Product[];
  readonly subscriptions: Subscription[];
  /** Orders paid immediately, with their buyers. */
  readonly sales: Subscription[];
  /** The time the test clock was moved to. */
  clockAt: number;
}

/** A merchant working alone, one step after another; no other actor uses their shops. */
export interface Actor {
  readonly name: string;
  readonly merchant: TestMerchant;
  readonly cookie: string;
  readonly random: Random;
  readonly shops: Shop[];
  readonly hooks: Hook[];
}

/** What all actors share. */
export interface Stand extends Sending {
  readonly database: Database;
  readonly receivers: readonly ProgrammedReceiver[];
  readonly apiUrls: readonly string[];
  readonly actors: Actor[];
  readonly seed: number;
  readonly journal: Journal;
  readonly canaries: Canaries;
  next(): number;
}

/** Creates the shared state on top of what the run has started. */
export function makeStand(
  stage: Pick<Stand, 'database' | 'receivers' | 'apiUrls'> & {
    readonly balancer: { readonly url: string };
  },
  seed: number,
  journal: Journal,
  canaries: Canaries,
): Stand {
  const { database, balancer, receivers, apiUrls } = stage;
  let count = 0;
  return {
    ...{ database: patiently(database), baseUrl: balancer.url, receivers, apiUrls },
    ...{ actors: [], seed, journal, canaries },
    next: () => {
      count += 1;
      return count;
    },
  };
}

export async function makeActor(stand: Stand, name: string, random: Random): Promise<Actor> {
  const { database, baseUrl } = stand;
  const served = { database, baseUrl, clock: { ...systemClock, advance: () => {} } };
  const merchant = await makeMerchant(served);
  const { cookie } = await openDashboard(served, merchant);
  return { name, merchant, cookie, random, shops: [], hooks: [] };
}

/** Signed with the merchant's test key and the time of the attempt. */
export function signedBy({ merchant }: Actor, key = merchant.keys.test.privateKey): Credential {
  return (target, text) => signHeaders(target, text, merchant.shortId, key);
}

/** Signed with the production key: a test key can't change what a store shows in production. */
export function signedForProduction(actor: Actor): Credential {
  return signedBy(actor, actor.merchant.keys.prod.privateKey);
}

export function asVisitorOf({ slug }: Shop): Credential {
  return () => ({ 'x-store-slug': slug, 'x-environment': 'test' });
}

/** With a new token for each attempt, since tokens live for minutes. */
export function asBuyer(stand: Stand, actor: Actor, storeId: string, buyer: string): Credential {
  return async () => {
    const reply = await exchange(stand, {
      name: 'auth/issue-session-token',
      target: '/v1/actions/auth/issue-session-token',
      body: { storeId, buyerIdentity: buyer },
      credential: signedBy(actor),
    });
    const token = reply?.body?.data?.token;
    if (typeof token !== 'string') throw new Error('No token');
    return { authorization: `Bearer ${token}`, 'x-environment': 'test' };
  };
}

/** A key unique to the write; also the name of what the write creates. */
export function newKey(stand: Stand): string {
  return `chaos-${stand.seed}-${stand.next()}`;
}

export interface WriteOptions {
  readonly kind?: WriteKind;
  readonly key?: string;
  readonly credential?: Credential;
}

/** A write of the actor with an idempotency key. */
export function act(
  stand: Stand,
  actor: Actor,
  path: string,
  body: unknown,
  { kind = 'other', key = newKey(stand), credential = signedBy(actor) }: WriteOptions = {},
): Promise<Write> {
  const call = { name: path, target: `/v1/actions/${path}`, body, credential, kind, key };
  return write(stand, actor.random, call);
}

/** The answer's data of an acknowledged write, otherwise null. */
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export function dataIn({ outcome, reply }: Write): any {
  return outcome === 'acknowledged' ? reply?.body.data : null;
}
