import { Group, Paper, Stack, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { BillingFacts, BuyerLink, MetadataBox } from '../orders/order-facts.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import { CancelSubscription } from './cancel-subscription.tsx';
import { PlanChangeButton } from './plan-change.tsx';
import { SUBSCRIPTION, type Subscription } from './subscription-fields.ts';
import { SubscriptionTimeline } from './subscription-timeline.tsx';
import { timelineOf } from './timeline.ts';

const parent = { page: 'subscriptions', label: 'Subscriptions' };
const RUNNING = ['active', 'past_due', 'canceling'];

/** One subscription: what happened, what comes next, and what a merchant can do. */
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
              This store has no subscription with that id in this environment.
            </EmptyState>
          </PageFrame>
        )
      }
    </Loaded>
  );
}

function SubscriptionContent({ subscription }: { readonly subscription: Subscription }) {
  const { canWrite } = usePlace();
  const { id, status } = subscription;
  return (
    <PageFrame
      title={subscription.subscriptionProduct?.name ?? 'Subscription of a deleted product'}
      parent={parent}
      actions={
        canWrite && RUNNING.includes(status) ? (
          <Group gap="xs">
            {status === 'canceling' ? null : <PlanChangeButton subscription={subscription} />}
            {status === 'canceling' ? null : <CancelSubscription id={id} />}
          </Group>
        ) : null
      }
    >
      <Paper withBorder p="md">
        <SubscriptionFacts subscription={subscription} />
      </Paper>
      <Stack gap="xs">
        <Title order={2} size="h4">
          Timeline
        </Title>
        <SubscriptionTimeline moments={timelineOf(subscription)} />
      </Stack>
      <Stack gap="xs">
        <Title order={2} size="h4">
          Payments
        </Title>
        <PaymentTable caption="Payments of this subscription" payments={subscription.payments} />
      </Stack>
      <BillingFacts billing={subscription.billingDetail} />
      <MetadataBox metadata={subscription.metadata} />
    </PageFrame>
  );
}

function SubscriptionFacts({ subscription }: { readonly subscription: Subscription }) {
  const { priceSnapshot, changeOriginOrderId, supersededByOrderId } = subscription;
  const { currency, regularPhase, specialPhase, specialPhaseDays } = priceSnapshot;
  return (
    <Facts
      facts={{
        Id: <IdText id={subscription.id} />,
        Status: <StatusBadge status={subscription.status} />,
        Buyer: <BuyerLink order={subscription} />,
        Price: (
          <>
            <Money amount={regularPhase.total} currency={currency} /> {subscription.billingPeriod}
          </>
        ),
        ...(specialPhaseDays === null
          ? {}
          : { Trial: `${specialPhaseDays} days, ${specialPhase?.total ?? '0'} ${currency}` }),
        Period: subscription.currentPeriodNumber,
        'Period began': <Time iso={subscription.currentPeriodStart} />,
        'Period ends': <Time iso={subscription.currentPeriodEnd} />,
        'External id': subscription.orderMerchantExternalId,
        ...(changeOriginOrderId ? { 'Took the place of': link(changeOriginOrderId) } : {}),
        ...(supersededByOrderId ? { 'Replaced by': link(supersededByOrderId) } : {}),
        Ordered: <Time iso={subscription.createdAt} />,
      }}
    />
  );
}

function link(orderId: string) {
  return <PageLink page={`subscriptions/${orderId}`}>{orderId}</PageLink>;
}
