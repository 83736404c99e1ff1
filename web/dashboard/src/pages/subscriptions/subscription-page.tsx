import { Paper, Stack, Title } from '@mantine/core';
import { moneyText } from '../../parts/amounts.ts';
import { PortalAddress } from '../../parts/copied-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Headline } from '../../parts/headline.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { NewestOnly } from '../../parts/newest-only.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { ThingLayout } from '../../parts/thing-layout.tsx';
import { Time } from '../../parts/time.tsx';
import { TimelineSection } from '../../parts/timeline-section.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { BillingFacts, BuyerLink, MetadataBox } from '../orders/order-facts.tsx';
import { PaymentNotices } from '../payments/payment-notices.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';
import { SUBSCRIPTION, type Subscription, shownStatus } from './subscription-fields.ts';
import { subscriptionMoments } from './subscription-moments.ts';
import { SubscriptionSentence } from './subscription-sentence.tsx';

const parent = { page: 'subscriptions', label: 'Subscriptions' };

/** One subscription: its history, next event and actions. */
export function SubscriptionPage() {
  const id = useId();
  const result = useGraphql<{ subscriptionOrder: Subscription | null }>(SUBSCRIPTION, { id });
  return (
    <Loaded query={result}>
      {({ subscriptionOrder: subscription }) =>
        subscription ? (
          <SubscriptionContent subscription={subscription} />
        ) : (
          <PageFrame title="Subscription" parent={parent}>
            <EmptyState title="Subscription not found">
              This store has no subscription with that ID in this environment.
            </EmptyState>
          </PageFrame>
        )
      }
    </Loaded>
  );
}

function SubscriptionContent({ subscription }: { readonly subscription: Subscription }) {
  const { id, priceSnapshot, billingPeriod } = subscription;
  const { currency, regularPhase } = priceSnapshot;
  return (
    <PageFrame
      title={subscription.subscriptionProduct?.name ?? 'Subscription to a deleted product'}
      parent={parent}
      actions={<SubscriptionActions subscription={subscription} />}
    >
      <ThingLayout aside={<SubscriptionAside subscription={subscription} />}>
        <Headline
          label={`Price, ${billingPeriod}`}
          figure={<Money amount={regularPhase.total} currency={currency} />}
          state={<StatusBadge status={shownStatus(subscription)} />}
        >
          <SubscriptionSentence subscription={subscription} />
        </Headline>
        <PaymentNotices payments={subscription.payments} subscription={subscription} />
        <Stack gap="xs">
          <Title order={2} size="h4">
            Payments
          </Title>
          <PaymentTable caption="Payments of this subscription" payments={subscription.payments} />
          <NewestOnly
            count={subscription.payments.length}
            noun="payments"
            page={`payments?order=${id}`}
          />
        </Stack>
        <TimelineSection moments={subscriptionMoments(subscription)} noted={{ orderId: id }} />
      </ThingLayout>
    </PageFrame>
  );
}

function SubscriptionAside({ subscription }: { readonly subscription: Subscription }) {
  return (
    <>
      <Paper withBorder p="md">
        <SubscriptionFacts subscription={subscription} />
      </Paper>
      <BillingFacts billing={subscription.billingDetail} />
      <MetadataBox metadata={subscription.metadata} />
    </>
  );
}

function SubscriptionFacts({ subscription }: { readonly subscription: Subscription }) {
  const { priceSnapshot, changeOriginOrderId, supersededByOrderId } = subscription;
  const { currency, regularPhase, specialPhase, specialPhaseDays } = priceSnapshot;
  return (
    <Facts
      isNarrow
      facts={{
        ID: <IdText id={subscription.id} />,
        Buyer: <BuyerLink order={subscription} />,
        'Before tax': <Money amount={regularPhase.subtotal} currency={currency} />,
        Tax: <Money amount={regularPhase.taxAmount} currency={currency} />,
        ...(specialPhaseDays === null
          ? {}
          : {
              Trial: `${specialPhaseDays} days, ${moneyText(specialPhase?.total ?? '0', currency)}`,
            }),
        Period: subscription.currentPeriodNumber,
        'Period began': <Time iso={subscription.currentPeriodStart} />,
        'Period ends': <Time iso={subscription.currentPeriodEnd} />,
        'External ID': subscription.orderMerchantExternalId,
        ...(changeOriginOrderId ? { Replaces: link(changeOriginOrderId) } : {}),
        ...(supersededByOrderId ? { 'Replaced by': link(supersededByOrderId) } : {}),
        Ordered: <Time iso={subscription.createdAt} />,
        'Buyer’s portal': <PortalAddress slug={subscription.store.slug} />,
      }}
    />
  );
}

function link(orderId: string) {
  return <PageLink page={`subscriptions/${orderId}`}>{orderId}</PageLink>;
}
