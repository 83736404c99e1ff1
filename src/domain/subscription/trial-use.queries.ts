import type { Environment } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface TrialSeeker {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly productId: Id<'PROD'>;
}

/** What a trial is used up for: the product, and its group if the group shares one trial. */
function scopes({ storeId, productId, environment }: TrialSeeker) {
  return sql`(
    select ${productId}::uuid as id union
    select member.group_id from product_group_member member
    join product_group on product_group.store_id = member.store_id
      and product_group.id = member.group_id
    where member.store_id = ${storeId} and member.product_id = ${productId}
      and member.environment = ${environment}
      and product_group.shared_trial)`;
}

/**
 * Claims the buyer's one trial for an order being paid, unless an order has used it or is being
 * paid with it. A claim by an order that was never paid lapses, and so do the order's claims for
 * buyers named in declined attempts.
 */
export async function claimTrial(
  db: Queryable,
  seeker: TrialSeeker,
  claim: { readonly buyer: string; readonly orderId: Id<'ORD'>; readonly heldUntil: Date },
  now: Date,
): Promise<boolean> {
  const mine = sql`store_id = ${seeker.storeId} and environment = ${seeker.environment}
    and buyer = ${claim.buyer}`;
  const added = db.query(sql`
    with lapsed as (
      delete from trial_use where store_id = ${seeker.storeId} and order_id = ${claim.orderId}
        and buyer <> ${claim.buyer} and not used)
    insert into trial_use (store_id, environment, buyer, scope_id, order_id, held_until)
    select ${seeker.storeId}::uuid, ${seeker.environment}, ${claim.buyer}, scope.id,
      ${claim.orderId}::uuid, ${claim.heldUntil}::timestamptz
    from ${scopes(seeker)} scope order by scope.id
    on conflict do nothing`);
  const claimed = db.query<{ isEligible: boolean }>(sql`
    with held as (
      select scope_id from trial_use
      where ${mine} and scope_id in ${scopes(seeker)} order by scope_id for update
    ), claimed as (
      update trial_use set order_id = ${claim.orderId}, held_until = ${claim.heldUntil}
      where ${mine} and scope_id in (select scope_id from held)
        and not used and (order_id = ${claim.orderId}
          or (coalesce(held_until <= ${now}, true) and not exists (select from payment
            where payment.store_id = ${seeker.storeId}
              and payment.order_id = trial_use.order_id and payment.status = 'pending')))
      returning scope_id)
    select (select count(*) from claimed) = (select count(*) from held) as "isEligible"`);
  const [, [row]] = await Promise.all([added, claimed]);
  return row?.isEligible ?? false;
}

/** Whether the trial is unused by all of the given buyers. */
export async function mayStillTry(
  db: Queryable,
  seeker: TrialSeeker,
  buyers: readonly string[],
): Promise<boolean> {
  const [row] = await db.query<{ isEligible: boolean }>(sql`
    select not exists (select from trial_use join ${scopes(seeker)} scope on scope.id = scope_id
      where store_id = ${seeker.storeId} and environment = ${seeker.environment}
        and buyer = any(${buyers}) and used) as "isEligible"`);
  return row?.isEligible ?? false;
}

/** Marks the trial as used; returns no row if another order has taken it over. */
export function markTrialUsed(
  db: Queryable,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
): Promise<unknown[]> {
  return db.query(sql`
    update trial_use set used = true, held_until = null
    where store_id = ${storeId} and order_id = ${orderId}
    returning order_id`);
}

/** Releases the trial after a declined payment, so that another order may claim it immediately. */
export async function releaseTrial(
  db: Queryable,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
): Promise<void> {
  await db.query(sql`
    update trial_use set held_until = null
    where store_id = ${storeId} and order_id = ${orderId} and not used`);
}

/**
 * The buyer's key for trials: a proven identity, otherwise the email
 * (docs/contract/subscriptions.md).
 */
export function trialBuyer(identity: string | null, email: string): string {
  return identity === null ? emailBuyer(email) : identityBuyer(identity);
}

export function identityBuyer(identity: string): string {
  return `identity:${identity}`;
}

export function emailBuyer(email: string): string {
  return `email:${email.toLowerCase()}`;
}
