import { PageLink } from '../../parts/links.tsx';
import { Time } from '../../parts/time.tsx';
import { openDisputeOf } from '../payments/disputes.ts';
import { planOf, type ScheduledChange, type Subscription } from './subscription-fields.ts';

/** The buyer and the next event, or a note that there is none. */
export function SubscriptionSentence({ subscription }: { readonly subscription: Subscription }) {
  const { status, currentPeriodEnd: end, canceledAt, isInTrial, willRenew } = subscription;
  const { scheduledChange } = subscription;
  const by = `Bought by ${subscription.buyerEmail}`;
  if (willRenew && openDisputeOf([subscription])) {
    return (
      <>
        {by}; doesn’t{' '}
        {scheduledChange ? (
          <>
            change to <PlanLink change={scheduledChange} />
          </>
        ) : (
          'renew'
        )}{' '}
        while a payment is disputed
      </>
    );
  }
  if (status === 'active' && scheduledChange) {
    return (
      <>
        {by}; changes to <PlanLink change={scheduledChange} /> <Time iso={end} />
      </>
    );
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

function PlanLink({ change }: { readonly change: ScheduledChange }) {
  return (
    <PageLink page={`subscriptions/${change.id}`} underline="always">
      {planOf(change)}
    </PageLink>
  );
}
