import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser';
import { type FormEvent, useState } from 'react';
import { callAction } from '../api/client.ts';
import { makeChange } from '../api/make-change.ts';
import { Problem } from '../parts/problem.tsx';
import { useSession } from './session.ts';

/** Asks for the logged-in user's code or passkey, or their password if they have neither. */
export function StepUpForm({ onDone }: { readonly onDone: () => void }) {
  const { merchant } = useSession();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { run, isBusy, error } = useProof(onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(() => makeChange('merchant/step-up', code ? { code } : { password }));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">You’ve been logged in for a while, and this is a sensitive change.</Text>
        <Problem error={error} />
        {merchant.twoFactor ? (
          <TextInput
            label="Code"
            description="From your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : (
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <Button type="submit" loading={isBusy} fullWidth>
          Continue
        </Button>
        {merchant.twoFactor && browserSupportsWebAuthn() ? (
          <Button variant="default" fullWidth onClick={() => run(sendPasskey)}>
            Use a passkey
          </Button>
        ) : null}
      </Stack>
    </form>
  );
}

async function sendPasskey(): Promise<unknown> {
  const { options } = await callAction('merchant/begin-passkey-step-up', {});
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return makeChange('merchant/step-up', { credential: await startAuthentication({ optionsJSON }) });
}

/** A call from the dialog, which is outside of every route. */
function useProof(onDone: () => void) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const run = (prove: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    prove()
      .then(onDone, setError)
      .finally(() => setBusy(false));
  };
  return { run, isBusy, error };
}
