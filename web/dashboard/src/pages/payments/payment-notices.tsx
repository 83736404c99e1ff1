import { DisputeNotice } from './dispute-notice.tsx';
import type { Disputed } from './disputes.ts';
import { FraudNotice } from './fraud-notice.tsx';
import type { RefundedPayment } from './payment-moments.ts';

/** What the merchant has to do about payments that are disputed or suspected to be fraud. */
export function PaymentNotices({
  payments,
  subscription,
}: {
  readonly payments: readonly RefundedPayment[];
  /** With disputes that keep it from renewing. */
  readonly subscription?: Disputed;
}) {
  return (
    <>
      <DisputeNotice disputed={[...(subscription ? [subscription] : []), ...payments]} />
      <FraudNotice payments={payments} />
    </>
  );
}
