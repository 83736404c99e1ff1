import { createTicket } from '../../domain/refund-ticket/create-ticket.ts';
import { resubmitTicket } from '../../domain/refund-ticket/resubmit-ticket.ts';
import { MAX_TICKET_TEXT_LENGTH } from '../../domain/refund-ticket/ticket-input.ts';
import { decodeId, encodeId } from '../../kit/id.ts';
import { parseAmount } from '../../kit/money.ts';
import { withAsciiDigits } from '../../kit/text.ts';
import { formatEntry, formatPrice } from '../shared/format.ts';
import { readStep, type StepContext, type StepState, showStep, takeStep } from './order-step.tsx';
import { findPortalPayment } from './portal-order.queries.ts';
import type { PortalPayment } from './portal-order.ts';
import type { PortalView } from './portal-view.ts';
import { portalErrors, queryText, runForVisitor } from './portal-visit.ts';

interface Asked extends StepState {
  readonly amount?: string;
  readonly reason?: string;
  readonly isMissing?: { readonly amount: boolean; readonly reason: boolean };
  /** Whether the amount exceeds what can be refunded. */
  readonly isTooMuch?: boolean;
}

/** Requests a refund of a payment, or requests it again after the merchant declined it. */
export const refundStep = {
  show: async (context: StepContext) => showRefund(context, await findPayment(context), {}),
  take: async (context: StepContext) => {
    const { gateway, request, visitor } = context;
    const { form, key } = readStep(context);
    const payment = await findPayment(context);
    const { currency } = payment;
    const entered = (form.get('amount') ?? '').trim();
    const amount = withAsciiDigits(entered).replace(/[,٫]/, '.');
    const reason = (form.get('reason') ?? '').trim();
    const isMissing = {
      amount: (parseAmount(amount, currency) ?? 0n) === 0n,
      reason: reason === '',
    };
    const asked = { amount: entered, reason, isMissing };
    const problem = ({ texts }: PortalView) => ({ title: texts.problem, text: texts.checkFields });
    if (isMissing.amount || isMissing.reason) {
      return showRefund(context, payment, { status: 400, problem, ...asked });
    }
    const ticketId = queryText(request, 'ticket');
    const submission = {
      paymentId: encodeId('PAY', payment.id),
      reason,
      requestedAmount: { amount, currency },
    };
    return takeStep(
      context,
      'refund',
      async () => {
        const action = ticketId === null ? createTicket : resubmitTicket;
        const body = ticketId === null ? submission : { ...submission, ticketId };
        await runForVisitor(gateway, request, action, visitor.buyer, body, key);
        return null;
      },
      (state) =>
        exceedsRefundable(state)
          ? showRefund(context, payment, { ...state, ...asked, problem, isTooMuch: true })
          : showRefund(context, payment, { ...state, ...asked }),
    );
  },
};

/** Decided by the action, because a second press replays its first answer. */
function exceedsRefundable({ refusal }: StepState): boolean {
  return refusal?.message.startsWith(createTicket.errors.exceeds('').message) ?? false;
}

/** The payment named in the URL. Throws 404 if it belongs to another order. */
async function findPayment({ gateway, request, visitor, order }: StepContext) {
  const id = decodeId('PAY', request.params.paymentId ?? '');
  const now = gateway.clock.now();
  const ids = id && { orderId: order.id, paymentId: id };
  const [payment] = ids ? await findPortalPayment(gateway.database, visitor.buyer, ids, now) : [];
  if (!payment) throw portalErrors.notFound();
  return payment;
}

function showRefund(context: StepContext, payment: PortalPayment, asked: Asked) {
  const { order, visitor } = context;
  const { currency } = payment;
  const money = { amountMinor: payment.refundableMinor, currency };
  const content = ({ words, texts }: PortalView) => ({
    title: words.refundTitle({ product: order.productName }),
    text: words.refundText({ store: visitor.store.name, amount: formatPrice(money, texts) }),
    button: words.sendRequest,
    children: <RefundFields view={{ words, texts, visitor }} payment={payment} asked={asked} />,
  });
  return showStep(context, content, asked);
}

interface RefundFieldsProps {
  readonly view: Pick<PortalView, 'words' | 'texts' | 'visitor'>;
  readonly payment: PortalPayment;
  readonly asked: Asked;
}

function RefundFields({ view, payment, asked }: RefundFieldsProps) {
  const { words, texts, visitor } = view;
  const { currency, refundableMinor } = payment;
  const most = formatEntry({ amountMinor: refundableMinor, currency }, texts);
  const { amount = most, reason = '', isMissing, isTooMuch } = asked;
  return (
    <>
      <div class="field">
        <label for="amount">{words.refundAmount({ currency })}</label>
        <input
          id="amount"
          name="amount"
          inputMode="decimal"
          dir="ltr"
          required
          maxLength={20}
          value={amount}
          aria-invalid={isMissing?.amount || isTooMuch ? 'true' : undefined}
          aria-describedby="amount-error"
        />
        <p class="field-error" id="amount-error">
          {isMissing?.amount && words.refundAmountError({ amount: most })}
          {isTooMuch && words.refundTooMuch({ amount: most })}
        </p>
      </div>
      <div class="field">
        <label for="reason">{words.reason}</label>
        <textarea
          id="reason"
          dir="auto"
          name="reason"
          required
          maxLength={MAX_TICKET_TEXT_LENGTH}
          aria-invalid={isMissing?.reason ? 'true' : undefined}
          aria-describedby="reason-error"
        >
          {reason}
        </textarea>
        <p class="field-error" id="reason-error">
          {isMissing?.reason && words.reasonError({ store: visitor.store.name })}
        </p>
      </div>
    </>
  );
}
