import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Problem } from '../../parts/problem.tsx';
import { timeText } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';

interface Props {
  readonly id: string;
  readonly status: string;
  /** When the paid period ends; null if it's over. */
  readonly periodEnd: string | null;
}

/**
 * Opens the form that cancels a subscription, at the end of its period or immediately. The dialog
 * outlives the button, so that it closes as usual when the subscription has ended.
 */
export function CancelSubscription({
  isRunning,
  ...props
}: Props & { readonly isRunning: boolean }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      {isRunning ? (
        <Button color="red" variant="light" onClick={open}>
          Cancel subscription
        </Button>
      ) : null}
      <Modal
        opened={isOpen}
        onClose={close}
        title="Cancel this subscription"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isOpen ? <CancelForm {...props} onDone={close} /> : null}
      </Modal>
    </>
  );
}

function CancelForm({ id, status, periodEnd, onDone }: Props & { readonly onDone: () => void }) {
  const mayWait = status !== 'canceling';
  const [when, setWhen] = useState(mayWait ? 'end' : 'now');
  const cancel = useAction('subscription-order/cancel-order', {
    done: 'Cancellation recorded',
    onDone,
  });
  const end = useAction('subscription-order/end-order', { done: 'Subscription ended', onDone });
  const chosen = when === 'now' ? end : cancel;
  return (
    <Stack>
      <Radio.Group label="When does it end?" value={when} onChange={setWhen}>
        <Stack mt="xs" gap="sm">
          {mayWait ? (
            <Radio
              value="end"
              label="At the end of the paid period"
              description={endText(periodEnd)}
            />
          ) : null}
          <Radio
            value="now"
            label="Immediately"
            description="Access ends now, and this can’t be undone. Nothing is refunded: refund the last payment separately."
          />
        </Stack>
      </Radio.Group>
      <Problem error={chosen.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Keep it
        </Button>
        <Button color="red" loading={chosen.isBusy} onClick={() => chosen.run({ orderId: id })}>
          {when === 'now' ? 'End now' : 'Cancel at period end'}
        </Button>
      </Group>
    </Stack>
  );
}

function endText(periodEnd: string | null): string {
  return periodEnd === null
    ? 'The paid period is over, so the subscription ends within moments.'
    : `Active until ${timeText(periodEnd)}, with no further charges. The buyer is notified and can reactivate it until then.`;
}
