import type { PaymentProvider, RecordedCharge } from '../contract/payment-provider.ts';
import type { Queryable } from '../database/database.ts';
import { encodeId, type Id, isUuid, lowestUuidAt } from '../kit/id.ts';
import { HOUR_MS } from '../kit/period.ts';
import { addMs, toIso } from '../kit/time.ts';
import { ASK_FOR_HELP, GRACE_MS } from './check.ts';
import {
  findOtherDisputes,
  findUnknownFraudWarnings,
  type ReportBooks,
  say,
} from './compare-reports.ts';
import type { Examined, Fault } from './examine.ts';
import { type ComparedPayment, findPayments, listCharged } from './provider.queries.ts';

/** Payments read at a time. */
const PAGE = 1_000;

type Books = ReportBooks & Pick<PaymentProvider, 'listCharges'>;

interface Span {
  readonly from: Date;
  /** When the comparison starts; what is under way then isn't judged. */
  readonly now: Date;
}

interface Findings {
  /** Charges without their payment, or with another amount. */
  readonly charges: Fault[];
  readonly refunds: Fault[];
  readonly disputes: Fault[];
  readonly fraudWarnings: Fault[];
  readonly payments: Fault[];
}

/**
 * Compares the payments since a time with the provider's own books; reads only. `onPage` is called
 * with the number of charges read so far.
 */
export async function compareWithProvider(
  db: Queryable,
  provider: Books,
  span: Span,
  onPage: (charges: number) => void = () => {},
): Promise<Examined[]> {
  const found: Findings = {
    charges: [],
    refunds: [],
    disputes: [],
    fraudWarnings: [],
    payments: [],
  };
  const seen = new Set<string>();
  // A charge is recorded by another clock, shortly after its payment got its ID.
  for await (const page of provider.listCharges(addMs(span.from, -HOUR_MS), span.now)) {
    const charges = page.filter(({ paymentId }) => isUuid(paymentId));
    const payments = await findPayments(
      db,
      charges.map(({ paymentId }) => paymentId),
    );
    const known = new Map(payments.map((payment) => [payment.id as string, payment]));
    for (const charge of charges) {
      seen.add(charge.paymentId);
      if (charge.recordedAt < span.from) continue;
      const payment = known.get(charge.paymentId);
      compare(charge, payment, provider.name, span, found);
    }
    onPage(seen.size);
  }
  await findUncharged(db, provider.name, span, seen, found);
  // About charges of any age: most are reported weeks after the charge.
  const settled = { from: span.from, to: addMs(span.now, -GRACE_MS) };
  found.disputes.push(...(await findOtherDisputes(db, provider, settled)));
  found.fraudWarnings.push(...(await findUnknownFraudWarnings(db, provider, settled)));
  return report(provider.name, found);
}

function compare(
  charge: RecordedCharge,
  payment: ComparedPayment | undefined,
  name: string,
  { now }: Span,
  found: Findings,
): void {
  const { amount, reference, recordedAt } = charge;
  const subject = encodeId('PAY', charge.paymentId as Id<'PAY'>);
  const charged = `${say(amount)} at ${name} (${reference}, ${toIso(recordedAt)})`;
  if (!payment) {
    found.charges.push({ subject, fault: `was charged ${charged}, and isn't in this database` });
    return;
  }
  const isUnderWay = payment.status === 'pending' && recordedAt > addMs(now, -GRACE_MS);
  if (isUnderWay) return;
  if (payment.status !== 'succeeded') {
    found.charges.push({ subject, fault: `is ${payment.status} here, and was charged ${charged}` });
    return;
  }
  if (say(payment) !== say(amount)) {
    found.charges.push({ subject, fault: `is ${say(payment)} here, and ${charged}` });
  }
  const { refundedMinor: least, pendingMinor, currency } = payment;
  const { refundedMinor } = charge;
  if (refundedMinor >= least && refundedMinor <= least + pendingMinor) return;
  const [ours, theirs] = [least, refundedMinor].map((amountMinor) =>
    say({ amountMinor, currency }),
  );
  found.refunds.push({ subject, fault: `has ${ours} refunded here, and ${theirs} at ${name}` });
}

/** Finds successful payments that the provider didn't list. */
async function findUncharged(
  db: Queryable,
  provider: string,
  { from, now }: Span,
  seen: ReadonlySet<string>,
  found: Findings,
): Promise<void> {
  const to = lowestUuidAt(addMs(now, -GRACE_MS));
  for (let after = lowestUuidAt(from); ; ) {
    const ids = await listCharged(db, { provider, from: after, to }, PAGE);
    for (const id of ids.filter((one) => !seen.has(one))) {
      const fault = `succeeded here, and ${provider} has no such charge`;
      found.payments.push({ subject: encodeId('PAY', id), fault });
    }
    const last = ids.at(-1);
    if (!last || ids.length < PAGE) return;
    after = last;
  }
}

function report(name: string, found: Findings): Examined[] {
  const { charges, refunds, disputes, fraudWarnings, payments } = found;
  const check = (promise: string, advice: string, faults: Fault[]): Examined => ({
    check: { promise, advice },
    count: faults.length,
    faults,
  });
  return [
    check(
      `Every charge at ${name} has its payment, with the same amount`,
      `If this database was restored, these buyers paid after the restored time: refund them at ${name}, or deliver what they bought. Otherwise: ${ASK_FOR_HELP}`,
      charges,
    ),
    check(
      `Every payment since then is charged at ${name}`,
      `Something may have been delivered without payment. Look for the payment at ${name}. ${ASK_FOR_HELP}`,
      payments,
    ),
    check(
      `Refunds agree with ${name}`,
      `A callback about a refund didn't arrive: that it was made at ${name} itself, or that it failed after it had succeeded. Resend it there; until then, take the refund into account before you refund the rest. If this database was restored, refunds that it sent after the restored time are known only there.`,
      refunds,
    ),
    check(
      `Disputes agree with ${name}`,
      `A callback about the dispute didn't arrive. Check that ${name} is set up to send dispute events (docs/guides/payments.md), and resend the missing one there.`,
      disputes,
    ),
    check(
      `Every fraud warning at ${name} since then is known here`,
      `A callback about the warning didn't arrive. Check that ${name} is set up to send it (docs/guides/payments.md), and resend the missing one there.`,
      fraudWarnings,
    ),
  ];
}
