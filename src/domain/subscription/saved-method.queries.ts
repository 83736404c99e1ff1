import type { Card } from '../../contract/payment-provider.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { OrderKey } from './switch-plan.queries.ts';

export interface NewSavedMethod extends OrderKey {
  readonly paymentMethod: string;
  readonly savedMethod: string;
  readonly card: Card | null;
  /** When to retry an unpaid charge with the new method; null leaves the due time unchanged. */
  readonly dueAt: Date | null;
}

/** Replaces the payment method used for later charges. */
export async function replaceSavedMethod(db: Queryable, given: NewSavedMethod): Promise<void> {
  const { orderId, storeId, paymentMethod, savedMethod, card, dueAt } = given;
  await db.query(sql`
    update subscription set saved_method = ${savedMethod}, payment_method = ${paymentMethod},
      card_brand = ${card?.brand ?? null}, card_last4 = ${card?.last4 ?? null},
      card_exp_month = ${card?.expMonth ?? null}, card_exp_year = ${card?.expYear ?? null},
      due_at = coalesce(${dueAt}::timestamptz, due_at)
    where store_id = ${storeId} and order_id = ${orderId}`);
}
