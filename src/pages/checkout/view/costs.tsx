import { addDays, periodBoundary } from '../../../kit/period.ts';
import { portalTextsFor, receiptTextsFor, type Texts } from '../../../texts/texts.ts';
import { formatDay, formatPrice, sentenceSpace } from '../../shared/format.ts';
import { type CheckoutPage, dueNow } from '../checkout-page.ts';

interface CostsProps {
  readonly page: CheckoutPage;
  readonly texts: Texts;
}

/** The total, the amount due today, later charges and their dates, and how to cancel. */
export function Costs({ page, texts }: CostsProps) {
  const { price, product } = page;
  const { subtotal, tax, total } = receiptTextsFor(texts.locale);
  const full = formatPrice(price, texts);
  return (
    <>
      <dl class="receipt costs">
        {/* Tax is not collected (docs/contract/events.md#envelope): the total is the price. */}
        <Row term={subtotal} value={full} />
        <Row term={tax} value={formatPrice({ ...price, amountMinor: 0n }, texts)} />
        <Row term={total} value={full} />
        <div class="total">
          <dt>{texts.dueToday}</dt>
          <dd id="due" data-full={full}>
            {formatPrice(dueNow(page), texts)}
          </dd>
        </div>
        {product.billingPeriod && <Later page={page} texts={texts} />}
      </dl>
      {product.billingPeriod && <HowToCancel page={page} texts={texts} />}
    </>
  );
}

/** The next charge; for a trial, its end, and the charge if the buyer has already used it. */
function Later({ page, texts }: CostsProps) {
  const { trial } = page;
  const on = (day: Date) =>
    texts.changeNextOn({ price: formatPrice(page.price, texts), day: formatDay(day, texts) });
  const next = { term: texts.changeNext, value: on(nextCharge({ ...page, trial: null })) };
  if (!trial) return <Row {...next} />;
  const end = nextCharge(page);
  return (
    <>
      <Row
        term={portalTextsFor(texts.locale).trialEnds}
        value={formatDay(end, texts)}
        when="trial"
      />
      <Row
        term={trial.amountMinor === null ? texts.firstCharge : texts.changeNext}
        value={on(end)}
        when="trial"
      />
      <Row {...next} when="full" />
    </>
  );
}

function HowToCancel({ page, texts }: CostsProps) {
  const { price, trial } = page;
  const portal = portalTextsFor(texts.locale).manage;
  const amount = formatPrice(price, texts);
  const day = formatDay(nextCharge(page), texts);
  return (
    <p class="cancel-hint">
      {trial && (
        <span data-when="trial">{texts.cancelTrial({ day, amount }) + sentenceSpace(texts)}</span>
      )}
      {texts.cancelAnytime({ portal })}
    </p>
  );
}

/** When the first charge after today is due, if the buyer pays now. */
function nextCharge({ storeNow, trial, product }: CheckoutPage): Date {
  if (trial) return addDays(storeNow, trial.days);
  return product.billingPeriod ? periodBoundary(storeNow, product.billingPeriod, 1) : storeNow;
}

interface RowProps {
  readonly term: string;
  readonly value: string;
  /** Shown only with the trial, or only if the buyer has already used it. */
  readonly when?: 'trial' | 'full';
}

function Row({ term, value, when }: RowProps) {
  return (
    <div data-when={when} hidden={when === 'full'}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
