import { Alert, Button } from '@mantine/core';
import { ApiError } from '../../api/errors.ts';
import { confirm } from '../../parts/confirm.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { planOf, type ScheduledChange } from './subscription-fields.ts';

const TOO_LATE =
  'It’s too late: the plan change has taken effect or been withdrawn. Reload the page to see the subscription as it is now.';

/** Cancels the pending order of a confirmed plan change, so that the current plan stays. */
export function WithdrawPlanChange({ change }: { readonly change: ScheduledChange }) {
  const withdraw = useAction('subscription-order/cancel-order', { done: 'Plan change withdrawn' });
  const { error } = withdraw;
  // The order is no longer pending.
  const isTooLate = error instanceof ApiError && error.status === 400;
  const ask = () =>
    confirm({
      title: 'Withdraw this plan change?',
      children: `The subscription keeps its plan instead of changing to ${planOf(change)}, and the buyer is notified. To change it later, the buyer has to confirm a new link.`,
      confirm: 'Withdraw plan change',
      onConfirm: () => withdraw.run({ orderId: change.id, ifStatus: 'pending' }),
    });
  return (
    <>
      <Button variant="light" loading={withdraw.isBusy} onClick={ask}>
        Withdraw plan change
      </Button>
      {isTooLate ? (
        <Alert color="yellow" variant="light" role="alert">
          {TOO_LATE}
        </Alert>
      ) : (
        <Problem error={error} />
      )}
    </>
  );
}
