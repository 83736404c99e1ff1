import { RESUBMITTABLE } from '../../../domain/refund/refund-ticket.states.ts';
import { encodeId } from '../../../kit/id.ts';
import { plainLine } from '../../../kit/text.ts';
import { formatDay, formatPrice } from '../../shared/format.ts';
import type { PortalPayment, PortalTicket } from '../portal-order.ts';
import type { PortalView } from '../portal-view.ts';

interface PaymentProps {
  readonly view: PortalView;
  readonly payment: PortalPayment;
}

/** A payment with its receipts and the status of its refund requests. */
export function PaymentItem({ view, payment }: PaymentProps) {
  const { words, texts, path } = view;
  const { id, amountMinor, currency, paidAt, tickets } = payment;
  const amount = formatPrice({ amountMinor, currency }, texts);
  const title = words.payment({ amount, date: formatDay(paidAt, texts) });
  const number = encodeId('PAY', id);
  return (
    <li>
      <span>{title}</span>
      <span class="links">
        <ReceiptLinks view={view} number={number} about={title} />
        {canAsk(payment) && (
          <a
            href={`${path}/payments/${number}/refund`}
            aria-label={words.labeled({ label: words.askRefund, value: title })}
          >
            {words.askRefund}
          </a>
        )}
      </span>
      {tickets.map((ticket) => (
        <Ticket key={ticket.id} view={view} payment={payment} ticket={ticket} />
      ))}
    </li>
  );
}

/** A payment can have one open request; a declined request can be submitted again. */
function canAsk({ isRefundable, tickets }: PortalPayment): boolean {
  const isOpen = ({ status, isBuyers }: PortalTicket) => isBuyers && status !== 'succeeded';
  return isRefundable && !tickets.some(isOpen);
}

function Ticket({ view, payment, ticket }: PaymentProps & { readonly ticket: PortalTicket }) {
  const { words, texts, path, visitor } = view;
  const { status, note, refundId, isBuyers } = ticket;
  const { currency, isRefundable } = payment;
  const amount = formatPrice({ amountMinor: BigInt(ticket.amountMinor), currency }, texts);
  const text = words.refundStates[status as keyof typeof words.refundStates]({ amount });
  const again = isBuyers && isRefundable && RESUBMITTABLE.includes(status);
  const number = encodeId('PAY', payment.id);
  return (
    <div class="ticket">
      <span>{text}</span>
      {note && <span>{words.storeSays({ store: visitor.store.name, note: plainLine(note) })}</span>}
      {refundId && (
        <span class="links">
          <ReceiptLinks view={view} number={encodeId('REF', refundId)} about={text} />
        </span>
      )}
      {again && (
        <a
          href={`${path}/payments/${number}/refund?ticket=${encodeId('TKT', ticket.id)}`}
          aria-label={words.labeled({ label: words.askAgain, value: text })}
        >
          {words.askAgain}
        </a>
      )}
    </div>
  );
}

interface ReceiptLinksProps {
  readonly view: PortalView;
  readonly number: string;
  /** What the receipt is for, so that screen reader users can tell the links apart. */
  readonly about: string;
}

function ReceiptLinks({ view, number, about }: ReceiptLinksProps) {
  const { words, path } = view;
  const address = `${path}/receipts/${number}`;
  return (
    <>
      <a href={address} aria-label={words.labeled({ label: words.receipt, value: about })}>
        {words.receipt}
      </a>
      <a
        href={`${address}/pdf`}
        aria-label={words.labeled({ label: words.receiptPdf, value: about })}
      >
        {words.receiptPdf}
      </a>
    </>
  );
}
