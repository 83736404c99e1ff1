import type { ListedDispute } from '../contract/dispute.ts';
import type { PaymentProvider } from '../contract/payment-provider.ts';
import type { Queryable } from '../database/database.ts';
import { encodeId, type Id, isUuid } from '../kit/id.ts';
import { formatAmount, type Money } from '../kit/money.ts';
import type { Fault } from './examine.ts';
import { findDisputes, findFraudWarnings, findOpenDisputes } from './provider.queries.ts';

/** The provider's own books of what was reported about charges. */
export type ReportBooks = Pick<
  PaymentProvider,
  'name' | 'listDisputes' | 'listNewDisputes' | 'listNewFraudWarnings'
>;

interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The provider's disputes that are recorded differently here, or not at all: those of the time range,
 * and those that are open here, which were filed at any time.
 */
export async function findOtherDisputes(
  db: Queryable,
  provider: ReportBooks,
  { from, to }: TimeRange,
): Promise<Fault[]> {
  const compared = new Map<string, ListedDispute>();
  for await (const dispute of provider.listNewDisputes(from, to)) {
    if (isUuid(dispute.paymentId)) compared.set(dispute.reference, dispute);
  }
  for (const { reference, ...charge } of await findOpenDisputes(db, provider.name)) {
    if (compared.has(reference)) continue;
    const all = await provider.listDisputes({ ...charge, now: to });
    const dispute = all.find((one) => one.reference === reference);
    if (dispute) compared.set(reference, { ...dispute, paymentId: charge.paymentId });
  }
  const faults: Fault[] = [];
  for (const { paymentId, reference, status, amount } of compared.values()) {
    const ours = (await findDisputes(db, paymentId)).find((one) => one.reference === reference);
    const here = ours ? `${ours.status} (${say(ours)})` : 'not known';
    const there = `${status} (${say(amount)})`;
    if (here === there) continue;
    const subject = encodeId('PAY', paymentId as Id<'PAY'>);
    const fault = `has the dispute ${reference}, which is ${there} at ${provider.name}, and ${here} here`;
    faults.push({ subject, fault });
  }
  return faults;
}

/** The provider's warnings of the time range that aren't recorded here. */
export async function findUnknownFraudWarnings(
  db: Queryable,
  provider: ReportBooks,
  { from, to }: TimeRange,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for await (const { paymentId, reference } of provider.listNewFraudWarnings(from, to)) {
    if (!isUuid(paymentId)) continue;
    const ours = await findFraudWarnings(db, paymentId);
    if (ours.some((one) => one.reference === reference)) continue;
    const subject = encodeId('PAY', paymentId as Id<'PAY'>);
    const fault = `has the fraud warning ${reference} at ${provider.name}, and not here`;
    faults.push({ subject, fault });
  }
  return faults;
}

/** An amount as a person reads it. */
export const say = ({ amountMinor, currency }: Money) =>
  `${formatAmount(amountMinor, currency)} ${currency}`;
