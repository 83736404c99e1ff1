import { regionLine } from '../../../domain/checkout/region-line.ts';
import { encodeId } from '../../../kit/id.ts';
import { cardName, formatDay } from '../../shared/format.ts';
import { CardMark } from '../../shared/view/card-mark.tsx';
import {
  allowsStep,
  type OrderStep,
  type PortalChange,
  type PortalOrder,
  type PortalPayment,
} from '../portal-order.ts';
import { DoneNote } from './note.tsx';
import { nextOf, type OrderProps, OrderStatus, priceOf } from './order-status.tsx';
import { PaymentItem } from './payment-item.tsx';

interface OrderPageProps extends OrderProps {
  readonly payments: readonly PortalPayment[];
  readonly hasPlans: boolean;
  /** The step just completed. */
  readonly done: string | null;
}

/** One order: its product, its payments and the available steps. */
export function OrderPage({ view, order, payments, hasPlans, done }: OrderPageProps) {
  const { words, path } = view;
  return (
    <>
      <p class="no-print">
        <a class="back" href={path}>
          {words.back}
        </a>
      </p>
      <div class="portal-head">
        <h2>
          <bdi>{order.productName}</bdi>
        </h2>
        <OrderStatus view={view} order={order} />
      </div>
      <DoneNote text={done} />
      <section class="panel" aria-label={words.details}>
        <Facts view={view} order={order} />
        <Acts view={view} order={order} hasPlans={hasPlans} />
      </section>
      <section class="panel" aria-labelledby="payments">
        <h3 id="payments">{words.paymentsTitle}</h3>
        {payments.length === 0 && <p>{words.noPayments}</p>}
        <ul class="payments">
          {payments.map((payment) => (
            <PaymentItem key={payment.id} view={view} payment={payment} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Facts({ view, order }: OrderProps) {
  const { words, texts } = view;
  const next = nextOf({ view, order });
  const isSubscription = order.kind === 'subscription';
  const { cardBrand, cardLast4, change } = order;
  const card = cardLast4 ? (
    <>
      <CardMark brand={cardBrand} />{' '}
      {texts.cardEnding({ brand: cardName(cardBrand, texts), last4: cardLast4 })}
    </>
  ) : (
    words.noCard
  );
  const rows = [
    { label: words.price, value: priceOf({ view, order }) },
    ...(change ? [{ label: words.plan, value: newPlan({ view, order }, change) }] : []),
    ...(next ? [next] : []),
    ...(isSubscription ? [{ label: words.cardOnFile, value: card }] : []),
    { label: texts.billing, value: <BilledTo order={order} locale={texts.locale} /> },
    { label: words.orderedOn, value: formatDay(order.createdAt, texts) },
    { label: texts.receiptOrder, value: encodeId('ORD', order.id) },
  ];
  return (
    <dl class="facts">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The plan that a confirmed change leads to, and its price. */
function newPlan({ view, order }: OrderProps, { productName, billingPeriod, ...to }: PortalChange) {
  const { currency } = order;
  const totalMinor = BigInt(to.totalMinor);
  return (
    <>
      <bdi>{productName}</bdi> · {priceOf({ view, order: { totalMinor, currency, billingPeriod } })}
    </>
  );
}

/** The order's billing details on one line, each in its own direction. */
function BilledTo({ order, locale }: { readonly order: PortalOrder; readonly locale: string }) {
  const { billingDetail } = order;
  const { businessName, taxId, country } = billingDetail;
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  const region = regionLine(billingDetail);
  const parts = [businessName, taxId, region, country && names.of(country)].filter(Boolean);
  return parts.map((part, index) => (
    <>
      {index > 0 && ', '}
      <bdi>{part}</bdi>
    </>
  ));
}

/** The steps available in the order's state. */
function Acts({ view, order, hasPlans }: OrderProps & { readonly hasPlans: boolean }) {
  const { words, path } = view;
  const labels: readonly (readonly [OrderStep, string])[] = [
    ['plan', words.changePlan],
    ['keep-plan', words.keepPlan],
    ['reactivate', words.reactivate],
    ['card', words.changeCard],
    ['billing', words.editBilling],
    ['cancel', words.cancel],
  ];
  const shown = labels.filter(([step]) => allowsStep(order, step) && (step !== 'plan' || hasPlans));
  return (
    <div class="acts no-print">
      {shown.map(([step, label]) => (
        <a
          key={step}
          class="button quiet"
          href={`${path}/orders/${encodeId('ORD', order.id)}/${step}`}
        >
          {label}
        </a>
      ))}
    </div>
  );
}
