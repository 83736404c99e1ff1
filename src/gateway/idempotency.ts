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
/** Milliseconds between extensions of a running request's lease; it survives a few missed ones. */
const EXTEND_EVERY_MS = 15_000;
/** Maximum time that a refusal waits for its key's release: answering matters more. */
const RELEASE_WAIT_MS = 500;
/**
 * Milliseconds between attempts to release a key while the database is unavailable, and maximum
 * number of such keys.
 */
const RELEASE_EVERY_MS = 1_000;
const MAX_RELEASES = 1_000;

/** Either an earlier request's stored answer, or a claim to execute this one. */
export type Claimed = { readonly replay: Answered } | { readonly claim: Claim };

/** Parses the header. Throws 400 for a malformed key. */
export function readIdempotencyKey(header: string): string {
  if (!KEY.test(header)) throw gatewayErrors.malformedIdempotencyKey();
  return header;
}

/** A new claim on the caller's key. */
export function newClaim(caller: Caller, key: string): Claim {
  return { scope: scopeOf(caller), key, id: randomUUID() };
}

/**
 * Locks the key for the transaction, whose end releases it. Fails if the key is in use. For work in
 * a single transaction: the lock is sent with the first statement, and `keepAnswer` with the
 * commit.
 */
export function lockIdempotencyKey(tx: Tx, claim: Claim, now: Date): Promise<void> {
  const locked = lockKey(tx, claim, now);
  // Later statements fail with it, so its failure never goes unnoticed.
  locked.catch(() => {});
  return locked;
}

/** Stores the answer. */
export function keepAnswer(tx: Tx, claim: Claim, answer: Answered, now: Date): void {
  const times = { now, expiresAt: addMs(now, KEPT_MS) };
  leaveToCommit(insertAnswer(tx, claim, answer, times));
}

/**
 * Whether a transaction failed because another request is using the key or has stored its answer.
 */
export function isKeyInUse(error: unknown): boolean {
  return raised(error, 'TG409') || violatesUnique(error, 'idempotency_key_pkey');
}

/** The answer stored for a key in use. Throws 409 while the other request is being processed. */
export async function answerOf(database: Database, claim: Claim, now: Date): Promise<Answered> {
  const [found] = await findAnswer(database, claim, now);
  if (!found) throw gatewayErrors.idempotencyInFlight();
  return confirmed(database, claim, found);
}

/**
 * Waits until a failover can't undo the answer: a server that crashed while waiting for its standby
 * may show one that it can.
 */
async function confirmed(database: Database, claim: Claim, found: StoredAnswer): Promise<Answered> {
  if (found.isSynchronous) await awaitCopy(database, claim);
  return found;
}

/** Claims the key, or returns the stored answer. Throws 409 while another request has a claim. */
export async function claimIdempotencyKey(
  database: Database,
  caller: Caller,
  key: string,
  now: Date,
): Promise<Claimed> {
  const claim = newClaim(caller, key);
  const times = { now, leasedUntil: addMs(now, LEASE_MS), expiresAt: addMs(now, KEPT_MS) };
  const [found] = await claimKey(database, claim, times).catch((error: unknown) => {
    // The claim may have been stored anyway, and would block the key like a running request.
    if (mayPass(error)) void releaseLater(database, claim);
    throw error;
  });
  if (found?.claimed) return { claim };
  if (!found?.answer) throw gatewayErrors.idempotencyInFlight();
  return { replay: await confirmed(database, claim, { ...found, answer: found.answer }) };
}

/**
 * Runs the claim's work and releases the claim if the work fails. Extends the lease while the work
 * runs, so long work, such as moving a test clock by a year, keeps its key while its process is
 * alive.
 */
export async function holdClaim<T>(
  { clock, database }: { readonly clock: Clock; readonly database: Database },
  claim: Claim,
  work: () => Promise<T>,
): Promise<T> {
  const extend = () =>
    // If this fails, the next one may succeed. An expired claim stores no answer.
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
 * Stores the answer in the transaction of its effect. Throws, which rolls back the effect, if the
 * claim has expired and another request has taken the key.
 */
export async function completeClaim(tx: Tx, claim: Claim, answer: Answered): Promise<void> {
  const stored = await storeAnswer(tx, claim, answer);
  if (stored.length === 0) throw gatewayErrors.idempotencyInFlight();
}

/** Releases the key after a refusal, so that the next request with it executes. */
async function abandonClaim(database: Database, claim: Claim): Promise<void> {
  const released = releaseClaim(database, claim).catch(() => releaseLater(database, claim));
  await Promise.race([released, pause(RELEASE_WAIT_MS, undefined, { ref: false })]);
}

let releasing = 0;

/** Retries until the database is back or the lease has expired. */
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
 * Merchant and environment; a store's visitors and its buyers have separate scopes
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

/** Digest of an identity of any length, because scopes are indexed and must be bounded. */
function digest(identity: string | null): string {
  return identity === null ? '' : createHash('sha256').update(identity).digest('base64url');
}
