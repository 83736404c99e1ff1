import { moneyText } from '../../parts/amounts.ts';
import { inWords } from '../../parts/in-words.ts';
import type { Moment } from '../../parts/timeline.ts';

/** A chargeback of a payment. */
export interface Dispute {
  readonly status: string;
  readonly reason: string;
  readonly amount: string;
  readonly currency: string;
  readonly respondBy: string | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
}

/** A payment, or a subscription with the open disputes that keep it from renewing. */
export interface Disputed {
  readonly id: string;
  readonly disputes: readonly Dispute[];
}

export const DISPUTES = 'disputes { status reason amount currency respondBy createdAt closedAt }';

/** The bank's reason in words. */
export function reasonText({ reason }: { readonly reason: string }): string {
  return inWords(reason);
}

/** The dispute on which the bank hasn't decided, if there is one. */
export function openDisputeOf(disputed: readonly Disputed[]): Dispute | undefined {
  return disputed.flatMap(({ disputes }) => disputes).find(({ status }) => status === 'open');
}

/** When disputes of a payment were filed and decided, as timeline entries. */
export function disputeMoments({ id, disputes }: Disputed): Moment[] {
  return disputes.flatMap((dispute, place) => {
    const { status, amount, currency, createdAt, closedAt } = dispute;
    const sum = moneyText(amount, currency);
    const shared = { topic: 'money', page: `payments/${id}` } as const;
    const filed: Moment = {
      ...{ ...shared, key: `${id} dispute ${place}`, at: createdAt, kind: 'problem' },
      ...{ title: `Buyer disputed ${sum}`, detail: reasonText(dispute) },
    };
    if (!closedAt) return [filed];
    const isWon = status === 'won';
    const decided: Moment = {
      ...{ ...shared, key: `${filed.key} end`, at: closedAt, kind: isWon ? 'past' : 'problem' },
      title: isWon ? `Dispute of ${sum} won` : `Dispute of ${sum} lost`,
      detail: isWon ? 'The amount stays yours' : 'The amount went back to the buyer',
    };
    return [filed, decided];
  });
}
