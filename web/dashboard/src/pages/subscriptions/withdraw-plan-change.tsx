import { Button } from '@mantine/core';
import { confirm } from '../../parts/confirm.tsx';
import { notify } from '../../parts/overlays.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { planOf, type ScheduledChange } from './subscription-fields.ts';

/** The plan changed while the question was open, so the pending order had become active. */
const TOO_LATE =
  'The plan had already changed, so the new subscription was canceled at the end of its period. Reactivate it to keep it.';

/** Cancels the pending order of a confirmed plan change, so that the current plan stays. */
export function WithdrawPlanChange({ change }: { readonly change: ScheduledChange }) {
  const withdraw = useAction('subscription-order/cancel-order', {
    onDone: ({ status }) => {
      if (status === 'canceled') void notify('Plan change withdrawn', 'green');
      else void notify(TOO_LATE, 'yellow');
    },
  });
  const ask = () =>
    confirm({
      title: 'Withdraw this plan change?',
      children: `The subscription keeps its plan instead of changing to ${planOf(change)}, and the buyer is notified. To change it later, the buyer has to confirm a new link.`,
      confirm: 'Withdraw plan change',
      onConfirm: () => withdraw.run({ orderId: change.id }),
    });
  return (
    <>
      <Button variant="light" loading={withdraw.isBusy} onClick={ask}>
        Withdraw plan change
      </Button>
      <Problem error={withdraw.error} />
    </>
  );
}
