import { Alert, Button, Stack } from '@mantine/core';
import { LinkButton } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { AccountFrame } from './account-frame.tsx';
import { linkToken } from './link-token.ts';

/** Target of the links in both emails about a new address. */
export function ConfirmEmailChangePage() {
  const action = useAction('merchant/confirm-email-change');
  return (
    <AccountFrame title="Confirm your new email address">
      <Stack>
        <Problem error={action.error} />
        {action.data ? (
          <>
            <Alert
              color="green"
              role="status"
              title={
                action.data.isComplete
                  ? `Your email address is now ${action.data.newEmail}`
                  : 'Confirmed. The other address still needs to confirm the change.'
              }
            />
            <LinkButton to="/account">Go to your account</LinkButton>
          </>
        ) : (
          <Button loading={action.isBusy} onClick={() => action.run({ token: linkToken() })}>
            Confirm
          </Button>
        )}
      </Stack>
    </AccountFrame>
  );
}
