import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../parts/confirm.tsx';
import { REQUIRED } from '../../parts/form-checks.ts';
import { IdText } from '../../parts/id-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useActionForm } from '../../parts/use-action-form.ts';
import { useActionQuery } from '../../parts/use-action-query.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type Begun = Output<'merchant/begin-totp'>;

export interface CodesProps {
  /** Called with newly generated recovery codes; only the latest are shown, once. */
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Two-factor login: turned on with an authenticator app, turned off with both factors. */
export function TwoFactor({ codes, onCodes }: CodesProps & { readonly codes: readonly string[] }) {
  const { merchant } = useSession();
  const { data } = useActionQuery('merchant/list-passkeys', {});
  const [begun, setBegun] = useState<Begun | null>(null);
  const hasPasskeys = data !== undefined && data.passkeys.length > 0;
  const showNew = (recoveryCodes: readonly string[]) => {
    setBegun(null);
    onCodes(recoveryCodes);
  };
  return (
    <Stack>
      <Title order={2} size="h5">
        Two-factor login
      </Title>
      {codes.length > 0 ? <RecoveryCodes key={codes[0]} codes={codes} /> : null}
      {merchant.authenticator ? (
        <TurnOff hasPasskeys={hasPasskeys} onOff={() => onCodes([])} />
      ) : begun ? (
        <Confirm begun={begun} onCodes={showNew} />
      ) : (
        <Begin isOn={merchant.twoFactor} onDone={setBegun} />
      )}
      {merchant.twoFactor ? <RenewCodes onCodes={onCodes} /> : null}
    </Stack>
  );
}

function Begin({
  isOn,
  onDone,
}: {
  /** Enabled by passkeys only, without an authenticator. */
  readonly isOn: boolean;
  readonly onDone: (begun: Begun) => void;
}) {
  const { form, action, props, problem } = useActionForm('merchant/begin-totp', {
    initial: { password: '' },
    onDone,
  });
  return (
    <form {...props} noValidate>
      <Stack>
        <Text size="sm">
          {isOn
            ? 'On, with your passkeys. An authenticator app is another way to log in.'
            : 'Off. When it’s on, logging in also requires a code from an app on your phone.'}
        </Text>
        <Problem error={problem} />
        <PasswordInput
          label="Password for two-factor login"
          autoComplete="current-password"
          {...REQUIRED}
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" loading={action.isBusy}>
            {isOn ? 'Set up an authenticator app' : 'Set up two-factor login'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Confirm({ begun, onCodes }: CodesProps & { readonly begun: Begun }) {
  const { form, action, props, problem } = useActionForm('merchant/confirm-totp', {
    initial: { code: '' },
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <form {...props} noValidate>
      <Stack>
        <Text size="sm">
          Scan the QR code with your authenticator app, type the key below into it, or{' '}
          <a href={begun.uri}>open the app</a> on this device. Then enter the six digits that it
          shows.
        </Text>
        <QrCode text={begun.uri} label="QR code with the key below" />
        <IdText id={begun.secret} label="Copy key" />
        <Problem error={problem} />
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...REQUIRED}
          {...form.getInputProps('code')}
        />
        <Group>
          <Button type="submit" loading={action.isBusy}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Replaces lost or used recovery codes. */
function RenewCodes({ onCodes }: CodesProps) {
  const renew = useAction('merchant/renew-recovery-codes', {
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const ask = () =>
    confirm({
      title: 'Renew recovery codes?',
      children: 'You’ll get ten new codes. Your current codes stop working immediately.',
      confirm: 'Renew codes',
      isDangerous: true,
      onConfirm: () => renew.run({}),
    });
  return (
    <Stack>
      <Text size="sm">
        Recovery codes log you in without your phone. Renew them if you’ve lost them or have few
        left.
      </Text>
      <Problem error={renew.error} />
      <Group>
        <Button variant="default" loading={renew.isBusy} onClick={ask}>
          Renew recovery codes
        </Button>
      </Group>
    </Stack>
  );
}

function TurnOff({
  hasPasskeys,
  onOff,
}: {
  /** Two-factor login stays on, with its recovery codes. */
  readonly hasPasskeys: boolean;
  readonly onOff: () => void;
}) {
  const { form, action, props, problem } = useActionForm('merchant/disable-totp', {
    initial: { password: '', code: '' },
    done: `${hasPasskeys ? 'Authenticator app removed' : 'Two-factor login is off'}, other sessions ended`,
    onDone: () => {
      if (!hasPasskeys) onOff();
    },
  });
  return (
    <form {...props} noValidate>
      <Stack>
        <Text size="sm">
          {hasPasskeys
            ? 'On. To remove the authenticator app, you need your password and a code. Your passkeys stay.'
            : 'On. To turn it off, you need your password and a code.'}
        </Text>
        <Problem error={problem} />
        <PasswordInput
          label="Password for two-factor login"
          autoComplete="current-password"
          {...REQUIRED}
          {...form.getInputProps('password')}
        />
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          {...REQUIRED}
          {...form.getInputProps('code')}
        />
        <Group>
          <Button type="submit" color="red" variant="light" loading={action.isBusy}>
            {hasPasskeys ? 'Remove the authenticator app' : 'Turn off'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
