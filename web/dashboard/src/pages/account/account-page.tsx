import { Divider } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../app/session.ts';
import { StoresBehindFactor } from '../../app/stores-behind-factor.tsx';
import { TextLink } from '../../parts/links.tsx';
import { AccountFrame } from './account-frame.tsx';
import { ChangeEmail, ChangeName, ChangePassword } from './change-account.tsx';
import { Passkeys } from './passkeys.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactor } from './two-factor.tsx';

/** The user's own account: name, email, password and sessions. */
export function AccountPage() {
  const { merchant } = useSession();
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <AccountFrame
      title="Your account"
      lead={`${merchant.email}. We’ll email you about every change.`}
      size={760}
    >
      <StoresBehindFactor isLinked={false} />
      <ChangeName />
      <Divider />
      <ChangeEmail />
      <Divider />
      <ChangePassword />
      <Divider />
      <TwoFactor codes={codes} onCodes={setCodes} />
      <Divider />
      <Passkeys onCodes={setCodes} />
      <Divider />
      <SessionList />
      <TextLink to="/" size="sm">
        Back to the dashboard
      </TextLink>
    </AccountFrame>
  );
}
