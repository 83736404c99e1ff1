import { Button, Stack } from '@mantine/core';
import { confirm } from '../../parts/confirm.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';

/** Cancels a subscription at the end of what is paid. */
export function CancelSubscription({ id }: { readonly id: string }) {
  const cancel = useAction('subscription-order/cancel-order', { done: 'Cancellation recorded' });
  const ask = () =>
    confirm({
      title: 'Cancel this subscription?',
      children:
        'It stays active until the end of the paid period and isn’t charged again. ' +
        'The buyer is notified and can reactivate it until then.',
      confirm: 'Cancel subscription',
      isDangerous: true,
      onConfirm: () => cancel.run({ orderId: id }),
    });
  return (
    <Stack gap="xs">
      <Button color="red" variant="light" loading={cancel.isBusy} onClick={ask}>
        Cancel subscription
      </Button>
      <Problem error={cancel.error} />
    </Stack>
  );
}
