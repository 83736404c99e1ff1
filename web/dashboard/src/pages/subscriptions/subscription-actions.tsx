import { Button } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { Problem } from '../../parts/problem.tsx';
import { storeNow } from '../../parts/store-now.ts';
import { useAction } from '../../parts/use-action.ts';
import { SupportActions } from '../orders/order-actions.tsx';
import { CancelSubscription } from './cancel-subscription.tsx';
import { PlanChangeButton } from './plan-change.tsx';
import type { Subscription } from './subscription-fields.ts';
import { WithdrawPlanChange } from './withdraw-plan-change.tsx';

const RUNNING = ['active', 'past_due', 'canceling'];

/** What owners and admins can do with a subscription, depending on its state. */
export function SubscriptionActions({ subscription }: { readonly subscription: Subscription }) {
  const { canWrite, environment } = usePlace();
  const { id, status, currentPeriodEnd, scheduledChange, store } = subscription;
  if (!canWrite) return null;
  const isRunning = RUNNING.includes(status);
  const now = storeNow(environment, store.testClockAt).toISOString();
  // While a payment is disputed, the period may have ended long ago.
  const isPaid = status !== 'past_due' && currentPeriodEnd !== null && currentPeriodEnd > now;
  return (
    <>
      <SupportActions order={subscription} />
      {status === 'active' ? <PlanChangeButton subscription={subscription} /> : null}
      {scheduledChange ? <WithdrawPlanChange change={scheduledChange} /> : null}
      {status === 'canceling' ? <ReactivateButton id={id} /> : null}
      <CancelSubscription
        {...{ id, status, isRunning }}
        periodEnd={isPaid ? currentPeriodEnd : null}
      />
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
