import { Alert, Button, Stack } from '@mantine/core';
import { LinkButton } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { AccountFrame } from './account-frame.tsx';
import { linkToken } from './link-token.ts';

/**
 * Where the mailed link leads. It takes a press of the button: programs that look into links before
 * people do would use it up.
 */
export function ConfirmEmailPage() {
  const action = useAction('merchant/confirm-email');
  return (
    <AccountFrame title="Confirm your e-mail address">
      <Stack>
        <Problem error={action.error} />
        {action.data ? (
          <>
            <Alert color="green" role="status" title="Your address is confirmed" />
            <LinkButton to="/">To the dashboard</LinkButton>
          </>
        ) : (
          <Button loading={action.isBusy} onClick={() => action.run({ token: linkToken() })}>
            Confirm address
          </Button>
        )}
      </Stack>
    </AccountFrame>
  );
}
