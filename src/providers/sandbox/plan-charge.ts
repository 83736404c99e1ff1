import { randomBytes } from 'node:crypto';
import {
  type ChargeOutcome,
  type ChargeRequest,
  NOT_COMPLETED,
} from '../../contract/payment-provider.ts';
import { addMs } from '../../kit/time.ts';
import type { NewCharge, TokenRow } from './sandbox.queries.ts';
import { DECIDED_MS, DISPUTED_MS } from './sandbox-disputes.ts';
import { WARNED_MS } from './sandbox-fraud-warnings.ts';
import {
  type CardBehavior,
  DECLINE_REASONS,
  DISPUTES,
  FINE_AT_FIRST,
  refusedToken,
} from './test-cards.ts';

/** Milliseconds after which an accepted charge ends. */
export const LATE_MS = 3_000;

interface PlannedCallback {
  readonly subject?: 'dispute' | 'external_refund' | 'fraud_warning';
  readonly type: string;
  readonly dueAt: Date;
}

export interface PlannedCharge {
  readonly charge: NewCharge;
  readonly outcome: ChargeOutcome;
  readonly callbacks: readonly PlannedCallback[];
  /** The charge happens, but the caller gets no response. */
  readonly isAnswerLost: boolean;
}

/** What the token's test card does with a charge; `lost`: the request doesn't arrive. */
export function planCharge(
  request: ChargeRequest,
  token: TokenRow | undefined,
): PlannedCharge | 'lost' {
  const behavior = token?.behavior ?? 'decline';
  if (behavior === 'lose_request') return 'lost';
  const { now } = request;
  const reference = newReference();
  const reason = declineReason(token);
  const card = token?.card ?? null;
  const charge = {
    ...{ paymentId: request.paymentId, reference, token: request.paymentToken },
    ...{ ...request.amount, createdAt: now, declineReason: reason },
  };
  const plan = { callbacks: callbacksOf(behavior, now), isAnswerLost: behavior === 'lose_answer' };
  if (LATE.has(behavior)) {
    const endsAs = behavior === 'decline_later' ? 'declined' : 'succeeded';
    const outcome = { status: 'pending', reference, clientSecret: null } as const;
    const late = { ...charge, status: 'pending', endsAs, endsAt: addMs(now, LATE_MS) } as const;
    return { ...plan, charge: late, outcome };
  }
  if (reason !== null) {
    const refusedMethod = refusedToken(behavior, request.paymentToken);
    const outcome = { status: 'declined', reason, reference, card, refusedMethod } as const;
    return { ...plan, charge: { ...charge, status: 'declined' }, outcome };
  }
  const savedMethod = request.paymentToken;
  const outcome = { status: 'succeeded', reference, card, savedMethod } as const;
  return { ...plan, charge: { ...charge, status: 'succeeded' }, outcome };
}

const LATE: ReadonlySet<CardBehavior> = new Set([
  'approve_later',
  'decline_later',
  'repeat_callbacks',
]);

function declineReason(token: TokenRow | undefined): string | null {
  if (!token) return 'invalid_payment_token';
  if (FINE_AT_FIRST.has(token.behavior) && !token.charged) return null;
  return DECLINE_REASONS[token.behavior] ?? null;
}

function callbacksOf(behavior: CardBehavior, now: Date): PlannedCharge['callbacks'] {
  const end = addMs(now, LATE_MS);
  if (behavior === 'lose_answer') return [{ type: 'payment.succeeded', dueAt: now }];
  if (behavior === 'approve_later') return [{ type: 'payment.succeeded', dueAt: end }];
  if (behavior === 'decline_later') return [{ type: 'payment.declined', dueAt: end }];
  if (behavior === 'refund_externally') {
    return [{ subject: 'external_refund', type: 'refund.created', dueAt: end }];
  }
  if (behavior === 'warn_of_fraud') {
    const dueAt = addMs(now, WARNED_MS);
    return [{ subject: 'fraud_warning', type: 'fraud_warning.created', dueAt }];
  }
  if (DISPUTES[behavior]) {
    return [
      { subject: 'dispute', type: 'dispute.created', dueAt: addMs(now, DISPUTED_MS) },
      { subject: 'dispute', type: 'dispute.closed', dueAt: addMs(now, DECIDED_MS) },
    ];
  }
  if (behavior !== 'repeat_callbacks') return [];
  // One before the end, the end twice, and the first state last.
  return [
    { type: 'payment.succeeded', dueAt: now },
    { type: 'payment.succeeded', dueAt: end },
    { type: 'payment.succeeded', dueAt: end },
    { type: 'payment.processing', dueAt: addMs(end, LATE_MS) },
  ];
}

/** The sandbox's own reference for a charge. */
export function newReference(): string {
  return `ch_sandbox_${randomBytes(16).toString('base64url')}`;
}

/** A voided charge in place of one that never arrived, which can no longer happen. */
export function planVoid(paymentId: string, now: Date): NewCharge {
  const reference = `void_${randomBytes(16).toString('base64url')}`;
  return {
    ...{ paymentId, reference, status: 'voided', declineReason: NOT_COMPLETED, createdAt: now },
    ...{ token: null, currency: null, amountMinor: null },
  };
}
