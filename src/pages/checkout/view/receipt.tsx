import type { ComponentChildren } from 'preact';
import { portalTextsFor, type Texts } from '../../../texts/texts.ts';
import { cardName, formatDay, formatPrice } from '../../shared/format.ts';
import { linkUrl } from '../../shared/image-url.ts';
import { CardMark } from '../../shared/view/card-mark.tsx';
import { Notice } from '../../shared/view/notice.tsx';
import { portalLink } from '../../shared/way-back.ts';
import type { CheckoutPage } from '../checkout-page.ts';

interface ReceiptProps {
  readonly page: CheckoutPage;
  readonly texts: Texts;
}

/** For the buyer who has just paid: the receipt, and the link back to the store. */
export function Receipt({ page, texts }: ReceiptProps) {
  const { store, product, payment } = page;
  const back = linkUrl(page.successUrl);
  const isTrial = payment?.amount.amountMinor === 0n;
  return (
    <Notice
      tone="good"
      title={isTrial ? texts.trialBegunTitle : texts.paidTitle}
      text={
        isTrial
          ? texts.trialBegunText({ store: store.name })
          : texts.paidText({ store: store.name })
      }
    >
      {payment && (
        <dl class="receipt" aria-label={texts.receipt}>
          <Row term={texts.receiptProduct} value={<bdi>{product.name}</bdi>} />
          <Row term={texts.receiptAmount} value={formatPrice(payment.amount, texts)} />
          {payment.cardLast4 && (
            <Row
              term={texts.receiptCard}
              value={
                <>
                  <CardMark brand={payment.cardBrand} />{' '}
                  {texts.cardEnding({
                    brand: cardName(payment.cardBrand, texts),
                    last4: payment.cardLast4,
                  })}
                </>
              }
            />
          )}
          <Row term={texts.receiptDate} value={formatDay(payment.paidAt, texts)} />
          <Row term={texts.receiptEmail} value={masked(payment.buyerEmail)} />
          <Row term={texts.receiptOrder} value={payment.orderId} />
        </dl>
      )}
      <a href={portalLink(page)}>{portalTextsFor(texts.locale).manage}</a>
      {back && (
        <>
          <a class="button" id="return" href={back} rel="noreferrer" data-automatic="">
            {texts.returnTo({ store: store.name })}
          </a>
          <output
            class="assurance"
            id="returning"
            data-text={texts.returning({ store: store.name })}
          />
        </>
      )}
    </Notice>
  );
}

/**
 * Shown to anyone who opens a paid session's link later: says that it is paid, and nothing about
 * the buyer, because others may have the link.
 */
export function AlreadyPaid({ page, texts }: ReceiptProps) {
  const { store, product, payment, price } = page;
  const back = linkUrl(page.successUrl);
  return (
    <Notice tone="good" title={texts.alreadyPaidTitle} text={texts.alreadyPaidText}>
      <dl class="receipt" aria-label={texts.receipt}>
        <Row term={texts.receiptProduct} value={<bdi>{product.name}</bdi>} />
        <Row term={texts.receiptAmount} value={formatPrice(payment?.amount ?? price, texts)} />
      </dl>
      {back && (
        <a class="button" href={back} rel="noreferrer">
          {texts.returnTo({ store: store.name })}
        </a>
      )}
      <a href={portalLink(page)}>{portalTextsFor(texts.locale).manage}</a>
    </Notice>
  );
}

function Row({ term, value }: { readonly term: string; readonly value: ComponentChildren }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Masked, but recognizable by the buyer: another payer of the session sees the receipt, too. */
function masked(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${name.charAt(0)}${'•'.repeat(Math.max(1, Math.min(name.length - 1, 6)))}@${host}`;
}
