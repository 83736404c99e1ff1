import type { Moment } from '../../parts/timeline.ts';
import { reasonText } from './disputes.ts';

/** A warning of the buyer's bank that a payment may be fraud. */
export interface FraudWarning {
  readonly reason: string;
  readonly createdAt: string;
}

/** A payment with its warnings, newest first. */
export interface Warned {
  readonly id: string;
  readonly fraudWarnings: readonly FraudWarning[];
}

/** Whether a refund of a payment can still prevent a dispute. */
interface Refundable {
  readonly isFullyRefunded: boolean;
  readonly disputes: readonly unknown[];
}

export const FRAUD_WARNINGS = 'fraudWarnings { reason createdAt }';

/** The first of the payments that the merchant should look at because of a warning. */
export function suspectedOf<Payment extends Warned & Refundable>(
  payments: readonly Payment[],
): { readonly payment: Payment; readonly warning: FraudWarning } | null {
  for (const payment of payments) {
    const [warning] = payment.fraudWarnings;
    const isActionable = !payment.isFullyRefunded && payment.disputes.length === 0;
    if (warning && isActionable) return { payment, warning };
  }
  return null;
}

/** When the bank warned, as timeline entries. */
export function fraudMoments({ id, fraudWarnings }: Warned): Moment[] {
  return fraudWarnings.map((warning, place) => ({
    ...{ key: `${id} fraud ${place}`, at: warning.createdAt, topic: 'money', kind: 'problem' },
    ...{ title: 'Bank suspects fraud', detail: reasonText(warning), page: `payments/${id}` },
  }));
}
