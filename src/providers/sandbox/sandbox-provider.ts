import { randomBytes } from 'node:crypto';
import {
  type ChargeOutcome,
  type ChargeRequest,
  NOT_COMPLETED,
  type PaymentProvider,
  type SandboxCards,
} from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import {
  findCharge,
  findToken,
  insertCharge,
  insertToken,
  type NewCharge,
  type TokenRow,
} from './sandbox.queries.ts';
import { createSandboxRefunds } from './sandbox-refunds.ts';
import { findTestCard } from './test-cards.ts';

/**
 * The payment provider of the test environment: its own books in its own tables, no money. It keeps
 * the promises of a real one: one charge for each payment id, outcomes that can be asked for later.
 */
export function createSandboxProvider(database: Database): PaymentProvider & SandboxCards {
  return {
    name: 'sandbox',
    charge: async (request) => {
      const [token] = await findToken(database, request.paymentToken);
      await insertCharge(database, newCharge(request, declineReason(token)));
      return readOutcome(database, request.paymentId);
    },
    settle: async (paymentId, now) => {
      await insertCharge(database, {
        ...{ paymentId, reference: newReference('void'), status: 'voided', createdAt: now },
        ...{ declineReason: NOT_COMPLETED, token: null, currency: null, amountMinor: null },
      });
      return readOutcome(database, paymentId);
    },
    saveMethod: async ({ paymentToken }) => {
      const [token] = await findToken(database, paymentToken);
      const reason = token?.behavior === 'decline_after_first' ? null : declineReason(token);
      if (!token || reason) {
        const card = token?.card ?? null;
        return {
          ...{ status: 'declined', reason: reason ?? 'card_declined', reference: null, card },
        };
      }
      return { status: 'saved', savedMethod: paymentToken, card: token.card };
    },
    ...createSandboxRefunds(database),
    tokenize: async ({ number, expMonth, expYear }, now) => {
      const known = findTestCard(number);
      if (!known) return null;
      const token = newReference('tok_sandbox');
      const last4 = number.slice(-4);
      await insertToken(database, token, { ...known, last4, expMonth, expYear }, now);
      return { token, brand: known.brand, last4 };
    },
  };
}

function declineReason(token: TokenRow | undefined): string | null {
  if (!token) return 'invalid_payment_token';
  const declines =
    token.behavior === 'decline' || (token.behavior === 'decline_after_first' && token.charged);
  return declines ? 'card_declined' : null;
}

function newCharge(request: ChargeRequest, reason: string | null): NewCharge {
  return {
    paymentId: request.paymentId,
    reference: newReference('ch_sandbox'),
    status: reason === null ? 'succeeded' : 'declined',
    declineReason: reason,
    token: request.paymentToken,
    currency: request.amount.currency,
    amountMinor: request.amount.amountMinor,
    createdAt: request.now,
  };
}

async function readOutcome(database: Database, paymentId: string): Promise<ChargeOutcome> {
  const [charge] = await findCharge(database, paymentId);
  if (!charge) throw new Error('The sandbox lost a charge');
  const { status, reference, declineReason: reason, token, card } = charge;
  // Tokens of test cards can be used again.
  if (status === 'succeeded') return { status, reference, card, savedMethod: token };
  return { status: 'declined', reason: reason ?? 'card_declined', reference, card };
}

function newReference(kind: string): string {
  return `${kind}_${randomBytes(16).toString('base64url')}`;
}
