import { type Queryable, sql } from '../../database/database.ts';

/** Our record of a charge at Stripe. */
export interface StripeCharge {
  readonly customerId: string | null;
  /** Null if nothing can have been confirmed. */
  readonly intentId: string | null;
  readonly declineReason: string | null;
  /** The saved method that must never be charged again. */
  readonly refusedMethod: string | null;
  /** It must never be confirmed. */
  readonly isVoided: boolean;
  readonly createdAt: Date;
}

/** Records a charge before any request to Stripe, unless its payment is known. */
export async function insertStripeCharge(
  db: Queryable,
  given: {
    readonly paymentId: string;
    readonly customerId: string | null;
    readonly isVoided: boolean;
    readonly now: Date;
  },
): Promise<void> {
  await db.query(sql`
    insert into stripe_charge (payment_id, customer_id, voided, created_at)
    values (${given.paymentId}, ${given.customerId}, ${given.isVoided}, ${given.now})
    on conflict (payment_id) do nothing`);
}

/** The charge of a payment. */
export function findStripeCharge(db: Queryable, paymentId: string): Promise<StripeCharge[]> {
  return db.query<StripeCharge>(sql`
    select customer_id as "customerId", intent_id as "intentId",
      decline_reason as "declineReason", refused_method as "refusedMethod",
      voided as "isVoided", created_at as "createdAt"
    from stripe_charge where payment_id = ${paymentId}`);
}

/** Records the intent before it is confirmed; returns no row if the charge was voided. */
export function keepIntent(
  db: Queryable,
  paymentId: string,
  { intentId, customerId }: { readonly intentId: string; readonly customerId: string | null },
): Promise<{ readonly intentId: string }[]> {
  return db.query(sql`
    update stripe_charge set intent_id = ${intentId}, customer_id = ${customerId}
    where payment_id = ${paymentId} and not voided
      and (intent_id is null or intent_id = ${intentId})
    returning intent_id as "intentId"`);
}

/** Voids a charge without an intent: from then on none can be stored, so none is confirmed. */
export async function voidWithoutIntent(db: Queryable, paymentId: string): Promise<void> {
  await db.query(sql`
    update stripe_charge set voided = true
    where payment_id = ${paymentId} and intent_id is null`);
}

/** Records why a charge was declined; the first reason counts. */
export async function keepDecline(
  db: Queryable,
  paymentId: string,
  { reason, refusedMethod }: Pick<StripeCharge, 'refusedMethod'> & { readonly reason: string },
): Promise<void> {
  await db.query(sql`
    update stripe_charge set decline_reason = coalesce(decline_reason, ${reason}),
      refused_method = coalesce(refused_method, ${refusedMethod})
    where payment_id = ${paymentId}`);
}
