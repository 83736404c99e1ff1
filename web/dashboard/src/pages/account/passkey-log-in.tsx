import { Button } from '@mantine/core';
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser';
import { useState } from 'react';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';

/** Logs in with any passkey the browser has for this site. */
export function PasskeyLogIn({ onDone }: { readonly onDone: () => void }) {
  const [error, setError] = useState<unknown>(null);
  const begin = useAction('merchant/begin-passkey-log-in');
  const logIn = useAction('merchant/log-in-with-passkey', { onDone });
  if (!browserSupportsWebAuthn()) return null;
  const run = async () => {
    setError(null);
    try {
      const { options } = await begin.send({});
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      await logIn.send({ credential: await startAuthentication({ optionsJSON }) });
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <>
      <Problem error={error} />
      <Button variant="default" fullWidth loading={begin.isBusy || logIn.isBusy} onClick={run}>
        Log in with a passkey
      </Button>
    </>
  );
}
