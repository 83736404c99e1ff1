import type { ActionSettings } from '../../contract/action-settings.ts';
import { minorDigits } from '../../kit/money.ts';
import { requireRecentProof } from '../merchant/recent-proof.ts';
import type { RefundablePayment } from '../refund/refundable.queries.ts';
import type { Submitter } from '../refund/refundable.ts';

/**
 * Requires recent authentication from a dashboard session if all refunds of the payment together
 * exceed the limit, so that splitting a refund doesn't bypass it. The payment is locked.
 */
export function requireProofForRefund(
  { claimedMinor, currency }: RefundablePayment,
  addedMinor: bigint,
  caller: Submitter,
  { refundStepUpAmount }: Pick<ActionSettings, 'refundStepUpAmount'>,
  now: Date,
): void {
  const limitMinor = BigInt(refundStepUpAmount) * 10n ** BigInt(minorDigits(currency));
  if (claimedMinor + addedMinor > limitMinor) requireRecentProof(caller, now);
}
