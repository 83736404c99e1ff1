import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../api/client.ts';
import { placePath } from '../../app/place.ts';
import { type Session, useSessionIfAny } from '../../app/session.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLoader } from '../../parts/page-loader.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useActionQuery } from '../../parts/use-action-query.ts';
import { AccountFrame } from './account-frame.tsx';
import { linkToken } from './link-token.ts';
import { LogInForm } from './log-in-form.tsx';
import { openDashboard } from './open-dashboard.ts';
import { SignUpForm } from './sign-up-form.tsx';

type Invitation = Output<'store-merchant/show-invitation'>['invitation'];

/** Target of an emailed invitation: sign up or log in with the invited address, then join. */
export function InvitationPage() {
  const query = useActionQuery('store-merchant/show-invitation', { token: linkToken() });
  const title = query.data ? `Join ${query.data.invitation.storeName}` : 'Invitation';
  return (
    <AccountFrame title={title}>
      <Loaded query={query}>{({ invitation }) => <Join invitation={invitation} />}</Loaded>
      {query.error ? (
        <Text size="sm">
          The invitation may have been accepted or withdrawn, or it has expired. Ask for a new one.
        </Text>
      ) : null}
    </AccountFrame>
  );
}

function Join({ invitation }: { readonly invitation: Invitation }) {
  const { session, isPending } = useSessionIfAny();
  const { email, role, invitedBy, expiresAt, twoFactorRequired } = invitation;
  if (isPending) return <PageLoader />;
  return (
    <Stack>
      <Text size="sm">
        {invitedBy} has invited {email} to join as {role}. The invitation is valid until{' '}
        <Time iso={expiresAt} />.
      </Text>
      {twoFactorRequired ? (
        <Text size="sm">
          The store requires two-factor login: set up an authenticator app or a passkey under “Your
          account”.
        </Text>
      ) : null}
      {session === null ? (
        <SignUpOrLogIn email={email} />
      ) : (
        <Accept {...{ session, email, twoFactorRequired }} />
      )}
    </Stack>
  );
}

function SignUpOrLogIn({ email }: { readonly email: string }) {
  const [hasAccount, setHasAccount] = useState(false);
  return (
    <>
      {hasAccount ? (
        <LogInForm email={email} onDone={() => {}} />
      ) : (
        <SignUpForm email={email} onDone={() => {}} />
      )}
      <Button variant="subtle" size="compact-sm" onClick={() => setHasAccount(!hasAccount)}>
        {hasAccount ? 'Create an account instead' : 'Log in instead'}
      </Button>
    </>
  );
}

function Accept({
  session,
  email,
  twoFactorRequired,
}: Pick<Invitation, 'email' | 'twoFactorRequired'> & { readonly session: Session }) {
  const isKeptOut = twoFactorRequired && !session.merchant.twoFactor;
  const accept = useAction('store-merchant/accept-invitation', {
    onDone: ({ storeId }) => openDashboard(isKeptOut ? '/account' : placePath('test', storeId)),
  });
  const logOut = useAction('merchant/log-out', { onDone: () => location.reload() });
  if (session.merchant.email !== email) {
    return (
      <>
        <Text size="sm">
          You are logged in as {session.merchant.email}. The invitation is for {email}.
        </Text>
        <Button variant="default" loading={logOut.isBusy} onClick={() => logOut.run({})}>
          Log out
        </Button>
      </>
    );
  }
  return (
    <>
      <Problem error={accept.error} />
      <Button loading={accept.isBusy} onClick={() => accept.run({ token: linkToken() })}>
        Join the store
      </Button>
    </>
  );
}
