import { Menu } from '@mantine/core';
import { EnvelopeClosedIcon, ExitIcon, GearIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { isLoggedOut, messageOf } from '../api/errors.ts';
import { makeChange } from '../api/make-change.ts';
import { notify } from '../parts/overlays.tsx';
import { OpenedMenu } from './opened-menu.tsx';
import { useSession } from './session.ts';
import { target } from './target.ts';

/** Account pages and the log-out item. */
export function AccountMenuItems({ button }: { readonly button: ReactElement<object> }) {
  const { merchant } = useSession();
  return (
    <OpenedMenu position="bottom-end" button={button}>
      <Menu.Label>
        {merchant.name}
        <br />
        {merchant.email}
        {merchant.emailConfirmed ? '' : ' (not confirmed)'}
      </Menu.Label>
      {merchant.emailConfirmed ? null : (
        <Menu.Item
          leftSection={<EnvelopeClosedIcon aria-hidden="true" />}
          onClick={mailConfirmation}
        >
          Resend the confirmation email
        </Menu.Item>
      )}
      <Menu.Item
        component={Link}
        {...target('/account')}
        leftSection={<GearIcon aria-hidden="true" />}
      >
        Your account
      </Menu.Item>
      <Menu.Item leftSection={<ExitIcon aria-hidden="true" />} onClick={logOut}>
        Log out
      </Menu.Item>
    </OpenedMenu>
  );
}

async function mailConfirmation(): Promise<void> {
  try {
    await makeChange('merchant/request-email-confirmation', {});
    notify('We’ve sent you a new confirmation link.', 'green');
  } catch (error) {
    notify(messageOf(error), 'red');
  }
}

async function logOut(): Promise<void> {
  try {
    await makeChange('merchant/log-out', {});
  } catch (error) {
    if (!isLoggedOut(error)) return void notify(messageOf(error), 'red');
  }
  // Reloads the page, so that no data stays in memory.
  location.assign('/dashboard/log-in');
}
