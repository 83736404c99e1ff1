import type { Card, RecordedCharge } from '../../contract/payment-provider.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Money } from '../../kit/money.ts';
import type { CardBehavior } from './test-cards.ts';

export interface TokenRow {
  readonly behavior: CardBehavior;
  /** Whether a charge with this token has succeeded. */
  readonly charged: boolean;
  readonly card: Card;
}

const card = sql`jsonb_build_object('brand', brand, 'last4', last4, 'expMonth', exp_month,
  'expYear', exp_year)`;

/** Stores a token's card, never its number. */
export async function insertToken(
  db: Queryable,
  token: string,
  card: Card & { readonly behavior: CardBehavior },
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into sandbox_token (token, brand, last4, exp_month, exp_year, behavior, created_at)
    values (${token}, ${card.brand}, ${card.last4}, ${card.expMonth}, ${card.expYear},
      ${card.behavior}, ${now})`);
}

/** The token's card. */
export function findToken(db: Queryable, token: string): Promise<TokenRow[]> {
  return db.query(sql`
    select behavior, exists (select from sandbox_charge
      where sandbox_charge.token = sandbox_token.token and status = 'succeeded') as charged,
      ${card} as card
    from sandbox_token where token = ${token}`);
}

export interface NewCharge {
  readonly paymentId: string;
  readonly reference: string;
  readonly status: 'pending' | 'succeeded' | 'declined' | 'voided';
  readonly declineReason: string | null;
  /** How a pending charge ends, and when. */
  readonly endsAs?: 'succeeded' | 'declined';
  readonly endsAt?: Date;
  readonly token: string | null;
  readonly currency: string | null;
  readonly amountMinor: bigint | null;
  readonly createdAt: Date;
}

/** Writes the charge; returns no row if its payment already has one. */
export function insertCharge(
  db: Queryable,
  charge: NewCharge,
): Promise<{ readonly reference: string }[]> {
  return db.query(sql`
    insert into sandbox_charge (idempotency_key, reference, status, decline_reason, token,
      currency, amount_minor, created_at, ends_as, ends_at)
    values (${charge.paymentId}, ${charge.reference}, ${charge.status}, ${charge.declineReason},
      ${charge.token}, ${charge.currency}, ${charge.amountMinor}, ${charge.createdAt},
      ${charge.endsAs ?? null}, ${charge.endsAt ?? null})
    on conflict (idempotency_key) do nothing returning reference`);
}

export type Approval = Pick<NewCharge, 'paymentId' | 'reference' | 'currency' | 'createdAt'> & {
  readonly token: string;
  readonly amountMinor: bigint;
};

/** Writes charges of always-approving cards; returns the payments that had none yet. */
export function insertApprovedCharges(
  db: Queryable,
  charges: readonly Approval[],
): Promise<{ readonly paymentId: string; readonly card: Card }[]> {
  const given = JSON.stringify(
    charges.map(({ amountMinor, ...charge }) => ({ ...charge, amountMinor: String(amountMinor) })),
  );
  // Naming the tokens lets the planner find them by index: it doesn't know how many charges there are.
  return db.query(sql`
    with approved as (
      select given.*, ${card} as card
      from jsonb_to_recordset(${given}::jsonb) as given ("paymentId" text, reference text,
          token text, currency text, "amountMinor" bigint, "createdAt" timestamptz)
        join sandbox_token on sandbox_token.token = given.token and behavior = 'approve'
      where sandbox_token.token = any(${charges.map(({ token }) => token)})
    ), made as (
      insert into sandbox_charge (idempotency_key, reference, status, token, currency, amount_minor,
        created_at)
      select "paymentId", reference, 'succeeded', token, currency, "amountMinor", "createdAt"
      from approved
      on conflict (idempotency_key) do nothing returning reference
    )
    select "paymentId", card from approved join made on made.reference = approved.reference`);
}

/** Ends a pending charge once its time has come. */
export async function endDueCharge(db: Queryable, paymentId: string, now: Date): Promise<void> {
  await db.query(sql`
    update sandbox_charge set status = ends_as,
      decline_reason = case ends_as when 'declined' then 'card_declined' end
    where idempotency_key = ${paymentId} and status = 'pending' and ends_at <= ${now}`);
}

export interface ChargeRow {
  readonly status: NewCharge['status'];
  readonly reference: string;
  readonly declineReason: string | null;
  readonly token: string | null;
  /** Null for an unknown token, like the card. */
  readonly behavior: CardBehavior | null;
  readonly card: Card | null;
}

/** The payment's charge. */
export function findCharge(db: Queryable, paymentId: string): Promise<ChargeRow[]> {
  return db.query<ChargeRow>(sql`
    select status, reference, decline_reason as "declineReason", sandbox_charge.token,
      behavior, case when sandbox_token.token is not null then ${card} end as card
    from sandbox_charge left join sandbox_token on sandbox_token.token = sandbox_charge.token
    where idempotency_key = ${paymentId}`);
}

/** A successful charge, and what its card does next. */
export interface CardCharge extends Money {
  readonly behavior: CardBehavior;
  readonly reference: string;
  /** May include refunds that are pending. */
  readonly refundedMinor: bigint;
  readonly createdAt: Date;
}

/** The charges of a time range, after the given payment. */
export interface ChargeRange {
  readonly from: Date;
  readonly to: Date;
  readonly after: string;
}

const cardCharge = sql`behavior, reference, currency, amount_minor as "amountMinor",
  refunded_minor as "refundedMinor", sandbox_charge.created_at as "createdAt"
  from sandbox_charge join sandbox_token on sandbox_token.token = sandbox_charge.token`;

/** The payment's successful charge. */
export function findCardCharge(db: Queryable, paymentId: string): Promise<CardCharge[]> {
  return db.query<CardCharge>(sql`
    select ${cardCharge} where idempotency_key = ${paymentId} and status = 'succeeded'`);
}

/** A charge with our payment's ID. */
export interface PaidCardCharge extends CardCharge {
  readonly paymentId: string;
}

/**
 * The successful charges of the time range with cards of the behaviors, by payment, after the given
 * payment.
 */
export function listCardCharges(
  db: Queryable,
  behaviors: readonly CardBehavior[],
  range: ChargeRange,
  limit: number,
): Promise<PaidCardCharge[]> {
  return db.query(sql`
    select idempotency_key as "paymentId", ${cardCharge}
    where behavior = any(${behaviors}::text[]) and status = 'succeeded'
      and sandbox_charge.created_at >= ${range.from} and sandbox_charge.created_at < ${range.to}
      and idempotency_key > ${range.after}
    order by idempotency_key limit ${limit}`);
}

/** The successful charges of the time range, by payment, after the given payment. */
export function listSandboxCharges(
  db: Queryable,
  range: ChargeRange,
  limit: number,
): Promise<(Omit<RecordedCharge, 'amount'> & Money)[]> {
  return db.query(sql`
    select idempotency_key as "paymentId", reference, currency, amount_minor as "amountMinor",
      refunded_minor as "refundedMinor", created_at as "recordedAt"
    from sandbox_charge
    where status = 'succeeded' and created_at >= ${range.from} and created_at < ${range.to}
      and idempotency_key > ${range.after}
    order by idempotency_key limit ${limit}`);
}
