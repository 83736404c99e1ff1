import { randomBytes } from 'node:crypto';
import type {
  ChargeOutcome,
  ChargeRequest,
  PaymentProvider,
} from '../../contract/payment-provider.ts';
import { NOT_COMPLETED } from '../../contract/payment-provider.ts';
import type { Secrets } from '../../contract/ports.ts';
import type { SandboxCards } from '../../contract/sandbox-cards.ts';
import type { Database } from '../../database/database.ts';
import { listCharges } from './list-charges.ts';
import { newReference, type PlannedCharge, planCharge, planVoid } from './plan-charge.ts';
import { readSandboxCallback } from './read-callback.ts';
import {
  type ChargeRow,
  endDueCharge,
  findCharge,
  findToken,
  insertApprovedCharges,
  insertCharge,
  insertToken,
} from './sandbox.queries.ts';
import { insertCallback } from './sandbox-callback.queries.ts';
import { createSandboxDisputes } from './sandbox-disputes.ts';
import { createSandboxFraudWarnings } from './sandbox-fraud-warnings.ts';
import { createSandboxRefunds } from './sandbox-refunds.ts';
import {
  type CardBehavior,
  DECLINE_REASONS,
  FINE_AT_FIRST,
  findTestCard,
  refusedToken,
} from './test-cards.ts';

/**
 * The test environment's payment provider: its own books in its own tables, no money. It keeps a
 * real provider's promises, and simulates its faults for certain test cards. Without `secrets` it
 * accepts no callbacks.
 */
export function createSandboxProvider(
  database: Database,
  secrets: Secrets | null = null,
): PaymentProvider & SandboxCards {
  /** Charges as the card determines. */
  const charge: PaymentProvider['charge'] = async (request) => {
    const [token] = await findToken(database, request.paymentToken);
    const plan = planCharge(request, token);
    if (plan === 'lost') throw new Error('The sandbox never received the request');
    const isNew = await keep(database, request, plan);
    if (isNew && plan.isAnswerLost) throw new Error('The sandbox lost its response');
    return isNew ? plan.outcome : readOutcome(database, request.paymentId, request.now);
  };
  return {
    name: 'sandbox',
    charge: async (request) => {
      const approved = await approveAll(database, [request]);
      return approved.get(request.paymentId) ?? charge(request);
    },
    chargeAll: async (requests) => {
      const approved = await approveAll(database, requests);
      return Promise.allSettled(
        requests.map((request) => approved.get(request.paymentId) ?? charge(request)),
      );
    },
    settle: async (paymentId, now) => {
      await insertCharge(database, planVoid(paymentId, now));
      return readOutcome(database, paymentId, now);
    },
    lookUp: (paymentId, now) => readOutcome(database, paymentId, now),
    saveMethod: async ({ paymentToken }) => {
      const [token] = await findToken(database, paymentToken);
      const card = token?.card ?? null;
      const reason = token ? refusalToKeep(token.behavior) : 'invalid_payment_token';
      if (reason !== null) return { status: 'declined', reason, reference: null, card };
      return { status: 'saved', savedMethod: paymentToken, card };
    },
    ...createSandboxRefunds(database),
    ...createSandboxDisputes(database),
    ...createSandboxFraudWarnings(database),
    listCharges: (from, to) => listCharges(database, from, to),
    readCallback: async (callback) => secrets && readSandboxCallback(secrets, callback),
    tokenize: async ({ number, expMonth, expYear }, now) => {
      const known = findTestCard(number);
      if (!known) return null;
      const token = `tok_sandbox_${randomBytes(16).toString('base64url')}`;
      const last4 = number.slice(-4);
      await insertToken(database, token, { ...known, last4, expMonth, expYear }, now);
      return { token, brand: known.brand, last4 };
    },
  };
}

/** Charges always-approving cards in one statement; returns the outcomes by payment. */
async function approveAll(
  database: Database,
  requests: readonly ChargeRequest[],
): Promise<ReadonlyMap<string, ChargeOutcome>> {
  const charges = new Map(
    requests.map(({ paymentId, paymentToken: token, amount, now }) => [
      paymentId,
      { paymentId, reference: newReference(), token, ...amount, createdAt: now },
    ]),
  );
  const made = await insertApprovedCharges(database, [...charges.values()]);
  return new Map(
    made.flatMap(({ paymentId, card }) => {
      const charge = charges.get(paymentId);
      if (!charge) return [];
      const { reference, token: savedMethod } = charge;
      return [[paymentId, { status: 'succeeded', reference, card, savedMethod }]];
    }),
  );
}

/** Why a card can't be saved for later charges; null if it can. */
function refusalToKeep(behavior: CardBehavior): string | null {
  if (FINE_AT_FIRST.has(behavior)) return null;
  return DECLINE_REASONS[behavior] ?? null;
}

/** Writes charge and callbacks together; false if the payment already has a charge. */
async function keep(
  database: Database,
  { paymentId }: ChargeRequest,
  { charge, callbacks }: PlannedCharge,
): Promise<boolean> {
  if (callbacks.length === 0) return (await insertCharge(database, charge)).length > 0;
  return database.transaction(async (tx) => {
    const [made] = await insertCharge(tx, charge);
    if (!made) return false;
    for (const { subject = 'payment', type, dueAt } of callbacks) {
      await insertCallback(tx, { subject, subjectId: paymentId, type }, dueAt);
    }
    return true;
  });
}

async function readOutcome(
  database: Database,
  paymentId: string,
  now: Date,
): Promise<ChargeOutcome> {
  const [found] = await findCharge(database, paymentId);
  if (!found) return { status: 'pending', reference: null, clientSecret: null };
  if (found.status !== 'pending') return outcomeOf(found);
  await endDueCharge(database, paymentId, now);
  const [charge] = await findCharge(database, paymentId);
  return outcomeOf(charge ?? found);
}

function outcomeOf(charge: ChargeRow): ChargeOutcome {
  const { status, reference, declineReason, token, card, behavior } = charge;
  // Tokens of test cards are reusable.
  if (status === 'succeeded') return { status, reference, card, savedMethod: token };
  if (status === 'pending') return { status, reference, clientSecret: null };
  const reason = declineReason ?? NOT_COMPLETED;
  const refusedMethod = refusedToken(behavior, token);
  return { status: 'declined', reason, reference, card, refusedMethod };
}
