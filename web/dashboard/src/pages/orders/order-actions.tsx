import { usePlace } from '../../app/place.ts';
import { RefundButton } from '../../parts/refund-form.tsx';
import { SendPortalLink, SendReceipt } from '../../parts/send-buttons.tsx';
import type { PaymentRow } from '../payments/payment-fields.ts';

interface Props {
  readonly orderId: string;
  readonly buyerEmail: string;
  readonly payments: readonly PaymentRow[];
}

/**
 * Support actions for any paid order: refund the latest payment, mail its receipt or a portal link.
 */
export function SupportActions({ orderId, buyerEmail, payments }: Props) {
  const { canWrite } = usePlace();
  if (!canWrite) return null;
  const paid = payments.find(({ status }) => status === 'succeeded');
  return (
    <>
      {paid ? <RefundButton {...paid} /> : null}
      {paid ? <SendReceipt paymentId={paid.id} buyerEmail={buyerEmail} /> : null}
      <SendPortalLink orderId={orderId} buyerEmail={buyerEmail} />
    </>
  );
}
