import { Alert, Button, Stack, Text } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { disabledText, type Webhook } from './webhooks.ts';

interface Props {
  readonly webhook: Webhook;
  /** Gets the new `updatedAt`. */
  readonly onEnabled?: (updatedAt: string) => void;
}

/**
 * Says that a webhook is disabled and why, with a button that enables it and sends missed events.
 */
export function DisabledNotice({ webhook, onEnabled }: Props) {
  const { canWrite } = usePlace();
  const enable = useAction('store/update-webhook', {
    done: 'Enabled. The events it missed are being delivered.',
    onDone: ({ webhook: { updatedAt } }) => onEnabled?.(updatedAt),
  });
  if (webhook.disabledAt === null) return null;
  return (
    <Alert color="red" variant="light" title="This webhook is disabled">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {disabledText(webhook.disabledReason)} Nothing has been sent to it since{' '}
          <Time iso={webhook.disabledAt} />.
        </Text>
        <Problem error={enable.error} />
        {canWrite ? (
          <Button size="xs" loading={enable.isBusy} onClick={() => enable.run({ id: webhook.id })}>
            Enable and send what it missed
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}
