import type { ChangeQuote } from '../../../domain/plan-change/quote.ts';
import type { Texts } from '../../../texts/texts.ts';
import { formatCredit, formatDay, formatPrice } from '../../shared/format.ts';
import type { ChangePage, Plan } from '../change-page.ts';

interface SummaryProps {
  readonly page: ChangePage;
  readonly quote: ChangeQuote;
  readonly texts: Texts;
}

/** Both plans, and the costs now and later. */
export function ChangeSummary({ page, quote, texts }: SummaryProps) {
  const isNow = page.timing === 'immediate';
  const day = formatDay(quote.effectiveAt, texts);
  return (
    <section class="summary change" aria-labelledby="change-title">
      <h2 id="change-title" class="product-name">
        {texts.changeTitle}
      </h2>
      <dl class="plans">
        <PlanRow term={texts.changeFrom} plan={page.current} texts={texts} />
        <PlanRow term={texts.changeTo} plan={page.next} texts={texts} />
      </dl>
      <p>{isNow ? texts.changeNow : texts.changeLater({ day })}</p>
      <Costs page={page} quote={quote} texts={texts} />
    </section>
  );
}

function PlanRow({ term, plan, texts }: { term: string; plan: Plan; texts: Texts }) {
  const price = formatPrice(plan.price, texts);
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <strong>
          <bdi>{plan.name}</bdi>
        </strong>
        <span>{texts.changePer[plan.billingPeriod]({ price })}</span>
      </dd>
    </div>
  );
}

function Costs({ page, quote, texts }: SummaryProps) {
  const { price } = page.next;
  const { creditMinor, priceMinor, firstMinor } = quote;
  const isNow = page.timing === 'immediate';
  const money = (amountMinor: bigint) => formatPrice({ ...price, amountMinor }, texts);
  const day = formatDay(quote.nextAt, texts);
  // Only unused time can be forfeited, because the buyer paid for it; a merchant's credit can't.
  const isUnused = isNow && creditMinor === quote.unusedMinor;
  const lost = isUnused && creditMinor > priceMinor ? creditMinor - priceMinor : 0n;
  return (
    <>
      <dl class="receipt costs" aria-label={texts.changeDetails}>
        <Row term={texts.changePrice} value={money(priceMinor)} />
        {creditMinor !== null && creditMinor > 0n && (
          <Row
            term={isUnused ? texts.changeCredit : texts.changeDiscount}
            value={formatCredit({ ...price, amountMinor: creditMinor }, texts)}
          />
        )}
        <Row
          term={isNow ? texts.changeDueNow : texts.changeDueLater({ day })}
          value={money(firstMinor)}
          strong
        />
        {isNow && (
          <Row
            term={texts.changeNext}
            value={texts.changeNextOn({ price: money(quote.nextMinor), day })}
          />
        )}
      </dl>
      {lost > 0n && <p class="forfeit">{texts.changeForfeit({ price: money(lost) })}</p>}
    </>
  );
}

function Row({ term, value, strong }: { term: string; value: string; strong?: boolean }) {
  return (
    <div class={strong ? 'total' : undefined}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
