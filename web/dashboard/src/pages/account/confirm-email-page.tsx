import { Alert, Button, Stack } from '@mantine/core';
import { useSessionIfAny } from '../../app/session.ts';
import { LinkButton } from '../../parts/links.tsx';
import { PageLoader } from '../../parts/page-loader.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { AccountFrame } from './account-frame.tsx';
import { linkToken } from './link-token.ts';
import { LogInForm } from './log-in-form.tsx';

/**
 * Target of the emailed link. It requires a click, because programs that preview links would redeem
 * it otherwise, and a session, because the link alone could confirm the address for someone else's
 * account.
 */
export function ConfirmEmailPage() {
  const { session, isPending } = useSessionIfAny();
  const action = useAction('merchant/confirm-email');
  if (isPending) return <PageLoader />;
  if (session === null) {
    return (
      <AccountFrame
        title="Confirm your email address"
        lead="Log in to confirm it. If you didn’t create this account, set a new password instead: that revokes everything done with it so far."
      >
        <LogInForm onDone={() => {}} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Confirm your email address" lead={session.merchant.email}>
      <Stack>
        <Problem error={action.error} />
        {action.data ? (
          <>
            <Alert color="green" role="status" title="Your email address is confirmed" />
            <LinkButton to="/">Go to the dashboard</LinkButton>
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
