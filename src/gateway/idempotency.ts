import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../contract/caller.ts';
import { raised, violatesUnique } from '../database/constraint.ts';
import { type Database, leaveToCommit, type Tx } from '../database/database.ts';
import { mayPass } from '../database/faults.ts';
import { addMs, type Clock } from '../kit/time.ts';
import { gatewayErrors } from './errors.ts';
import {
  type Answered,
  awaitCopy,
  type Claim,
  claimKey,
  extendClaim,
  findAnswer,
  insertAnswer,
  lockKey,
  releaseClaim,
  type StoredAnswer,
  storeAnswer,
} from './idempotency.queries.ts';

/** Characters of a key (docs/contract/idempotency.md). */
const KEY = /^[A-Za-z0-9_-]{1,256}$/;
/** An answer is kept for 24 hours (docs/contract/idempotency.md). */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** A claim outlives its process by at most 60 seconds (docs/contract/idempotency.md). */
const LEASE_MS = 60_000;
/** Between two extensions of a claim whose request is still under way: a few may be missed. */
const EXTEND_EVERY_MS = 15_000;
/** Longest that a refusal waits for its key to be free again: the answer matters more. */
const RELEASE_WAIT_MS = 500;
/** Between two tries to let go of a key while the database is away, and how many keys at once. */
const RELEASE_EVERY_MS = 1_000;
const MAX_RELEASES = 1_000;

/** Either the stored answer of an earlier request, or a claim to execute this one. */
export type Claimed = { readonly replay: Answered } | { readonly claim: Claim };

/** The key's text. Throws 400 for a key of another format. */
export function readIdempotencyKey(header: string): string {
  if (!KEY.test(header)) throw gatewayErrors.malformedIdempotencyKey();
  return header;
}

/** A key of the caller, and what its row is to hold. */
export function newClaim(caller: Caller, key: string): Claim {
  return { scope: scopeOf(caller), key, id: randomUUID() };
}

/**
 * Locks the key for the transaction, whose end releases it; fails if the key is in use. For work that
 * is one transaction: it travels with the first statement, and `keepAnswer` with the commit.
 */
export function lockIdempotencyKey(tx: Tx, claim: Claim, now: Date): Promise<void> {
  const locked = lockKey(tx, claim, now);
  // Statements behind it fail with it, so its failure never goes unnoticed.
  locked.catch(() => {});
  return locked;
}

/** Stores the answer. */
export function keepAnswer(tx: Tx, claim: Claim, answer: Answered, now: Date): void {
  const times = { now, expiresAt: addMs(now, KEPT_MS) };
  leaveToCommit(insertAnswer(tx, claim, answer, times));
}

/** Whether a transaction failed because another request is using the key, or stored its answer. */
export function isKeyInUse(error: unknown): boolean {
  return raised(error, 'TG409') || violatesUnique(error, 'idempotency_key_pkey');
}

/** The answer stored under a key in use. Throws 409 while the other request is being processed. */
export async function answerOf(database: Database, claim: Claim, now: Date): Promise<Answered> {
  const [found] = await findAnswer(database, claim, now);
  if (!found) throw gatewayErrors.idempotencyInFlight();
  return confirmed(database, claim, found);
}

/**
 * The answer, once a takeover would not undo it any more: a server that crashed while its standby was
 * waited for shows such.
 */
async function confirmed(database: Database, claim: Claim, found: StoredAnswer): Promise<Answered> {
  if (found.isSynchronous) await awaitCopy(database, claim);
  return found;
}

/** Claims the key, or gives the stored answer. Throws 409 while another request holds it. */
export async function claimIdempotencyKey(
  database: Database,
  caller: Caller,
  key: string,
  now: Date,
): Promise<Claimed> {
  const claim = newClaim(caller, key);
  const times = { now, leasedUntil: addMs(now, LEASE_MS), expiresAt: addMs(now, KEPT_MS) };
  const [found] = await claimKey(database, claim, times).catch((error: unknown) => {
    // It may be there all the same, and would hold the key for as long as a request under way.
    if (mayPass(error)) void releaseLater(database, claim);
    throw error;
  });
  if (found?.claimed) return { claim };
  if (!found?.answer) throw gatewayErrors.idempotencyInFlight();
  return { replay: await confirmed(database, claim, { ...found, answer: found.answer }) };
}

/**
 * Runs the work of a claim, which ends with it when it fails. Its lease is extended meanwhile: what
 * takes minutes, such as moving a test clock over a year, keeps its key while its process lives.
 */
export async function holdClaim<T>(
  { clock, database }: { readonly clock: Clock; readonly database: Database },
  claim: Claim,
  work: () => Promise<T>,
): Promise<T> {
  const extend = () =>
    // When this fails, the next one may not; and a lapsed claim stores no answer.
    extendClaim(database, claim, addMs(clock.now(), LEASE_MS)).catch(() => {});
  const timer = setInterval(extend, EXTEND_EVERY_MS).unref();
  try {
    return await work();
  } catch (error) {
    await abandonClaim(database, claim);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Stores the answer in the transaction of its effect. Throws, and so rolls the effect back, when
 * the claim lapsed and another request took the key.
 */
export async function completeClaim(tx: Tx, claim: Claim, answer: Answered): Promise<void> {
  const stored = await storeAnswer(tx, claim, answer);
  if (stored.length === 0) throw gatewayErrors.idempotencyInFlight();
}

/** Lets go of the key after a refusal, so that the next request with it executes. */
async function abandonClaim(database: Database, claim: Claim): Promise<void> {
  const released = releaseClaim(database, claim).catch(() => releaseLater(database, claim));
  await Promise.race([released, pause(RELEASE_WAIT_MS, undefined, { ref: false })]);
}

let releasing = 0;

/** Tries until the database is back, or the lease has ended by itself. */
async function releaseLater(database: Database, claim: Claim): Promise<void> {
  if (releasing >= MAX_RELEASES) return;
  releasing += 1;
  for (let left = LEASE_MS / RELEASE_EVERY_MS; left > 0; left -= 1) {
    await pause(RELEASE_EVERY_MS, undefined, { ref: false });
    const failure = await releaseClaim(database, claim).catch((error: unknown) => ({ error }));
    if (!failure || !mayPass(failure.error)) break;
  }
  releasing -= 1;
}

/**
 * Merchant and environment; the visitors of a store and its buyers apart
 * (docs/contract/idempotency.md).
 */
function scopeOf(caller: Caller): string {
  switch (caller.kind) {
    case 'apiKey':
    case 'dashboard':
      return `merchant:${caller.merchantId}:${caller.environment}`;
    case 'slug':
      return `visitors:${caller.storeId}:${caller.environment}`;
    case 'token':
    case 'buyer':
      return `buyer:${caller.storeId}:${caller.environment}:${digest(caller.buyerIdentity)}`;
    case 'operator':
      return 'operator';
    case 'anonymous':
      return 'anonymous';
  }
}

/** An identity of any length as a part of a scope, which is indexed and so bounded. */
function digest(identity: string | null): string {
  return identity === null ? '' : createHash('sha256').update(identity).digest('base64url');
}
