import { usePlace } from '../../app/place.ts';
import { RefundButton } from '../../parts/refund-form.tsx';
import { SendPortalLink, SendReceipt } from '../../parts/send-buttons.tsx';
import type { RefundedPayment } from '../payments/payment-moments.ts';

interface Props {
  readonly order: {
    readonly id: string;
    readonly buyerEmail: string;
    readonly payments: readonly RefundedPayment[];
    readonly store: { readonly testClockAt: string | null };
  };
}

/**
 * Support actions for any paid order: refund the latest payment, email its receipt or a portal
 * link.
 */
export function SupportActions({ order: { id, buyerEmail, payments, store } }: Props) {
  const { canWrite } = usePlace();
  if (!canWrite) return null;
  const paid = payments.find(({ status }) => status === 'succeeded');
  return (
    <>
      {paid ? <RefundButton payment={paid} testClockAt={store.testClockAt} /> : null}
      {paid ? <SendReceipt paymentId={paid.id} buyerEmail={buyerEmail} /> : null}
      <SendPortalLink orderId={id} buyerEmail={buyerEmail} />
    </>
  );
}
