import { Button, Paper, Stack, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
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
import { Problem } from '../../parts/problem.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { ThingLayout } from '../../parts/thing-layout.tsx';
import { Time } from '../../parts/time.tsx';
import { TimelineSection } from '../../parts/timeline-section.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { SupportActions } from '../orders/order-actions.tsx';
import { BillingFacts, BuyerLink, MetadataBox } from '../orders/order-facts.tsx';
import { DisputeNotice } from '../payments/dispute-notice.tsx';
import { openDisputeOf } from '../payments/disputes.ts';
import { PaymentTable } from '../payments/payment-table.tsx';
import { CancelSubscription } from './cancel-subscription.tsx';
import { PlanChangeButton } from './plan-change.tsx';
import { SUBSCRIPTION, type Subscription } from './subscription-fields.ts';
import { subscriptionMoments } from './subscription-moments.ts';

const parent = { page: 'subscriptions', label: 'Subscriptions' };
const RUNNING = ['active', 'past_due', 'canceling'];

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
  const { id, status, priceSnapshot, billingPeriod } = subscription;
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
          state={<StatusBadge status={status} />}
        >
          <SubscriptionSentence subscription={subscription} />
        </Headline>
        <DisputeNotice payments={subscription.payments} />
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

function SubscriptionActions({ subscription }: { readonly subscription: Subscription }) {
  const { canWrite } = usePlace();
  const { id, status, currentPeriodEnd } = subscription;
  if (!canWrite) return null;
  const isRunning = RUNNING.includes(status);
  return (
    <>
      <SupportActions order={subscription} />
      {status === 'active' ? <PlanChangeButton subscription={subscription} /> : null}
      {status === 'canceling' ? <ReactivateButton id={id} /> : null}
      <CancelSubscription {...{ id, status, isRunning }} periodEnd={currentPeriodEnd} />
    </>
  );
}

function ReactivateButton({ id }: { readonly id: string }) {
  const reactivate = useAction('subscription-order/reactivate-order', {
    done: 'Subscription reactivated',
  });
  return (
    <>
      <Button
        variant="light"
        loading={reactivate.isBusy}
        onClick={() => reactivate.run({ orderId: id })}
      >
        Reactivate
      </Button>
      <Problem error={reactivate.error} />
    </>
  );
}

/** The next event, or a note that there is none. */
function SubscriptionSentence({ subscription }: { readonly subscription: Subscription }) {
  const { status, currentPeriodEnd: end, canceledAt, isInTrial, willRenew } = subscription;
  const by = `Bought by ${subscription.buyerEmail}`;
  if (willRenew && openDisputeOf(subscription.payments)) {
    return <>{by}; doesn’t renew while a payment is disputed</>;
  }
  if (status === 'active') {
    return (
      <>
        {by}; {isInTrial ? 'trial ends' : 'renews'} <Time iso={end} />
      </>
    );
  }
  if (status === 'canceling') {
    return (
      <>
        {by}; ends <Time iso={end} />
      </>
    );
  }
  return status === 'canceled' && canceledAt ? (
    <>
      {by}; canceled <Time iso={canceledAt} />
    </>
  ) : (
    by
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
