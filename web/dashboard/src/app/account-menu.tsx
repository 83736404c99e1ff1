import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { EnvelopeClosedIcon, ExitIcon, GearIcon, PersonIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { callAction } from '../api/client.ts';
import { messageOf } from '../api/errors.ts';
import { useSession } from './session.ts';
import { target } from './target.ts';

/** Who is logged in, and the way out. */
export function AccountMenu() {
  const { merchant } = useSession();
  return (
    <Menu position="bottom-end" width={260} withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="Account">
          <PersonIcon aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
            Mail the confirmation again
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
      </Menu.Dropdown>
    </Menu>
  );
}

async function mailConfirmation(): Promise<void> {
  try {
    await callAction('merchant/request-email-confirmation', {});
    notifications.show({ color: 'green', message: 'We’ve sent the mail with the link.' });
  } catch (error) {
    notifications.show({ color: 'red', message: messageOf(error) });
  }
}

async function logOut(): Promise<void> {
  try {
    await callAction('merchant/log-out', {});
    // A fresh page: nothing that was read stays in memory.
    location.assign('/dashboard/log-in');
  } catch (error) {
    notifications.show({ color: 'red', message: messageOf(error) });
  }
}
