import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { optionsView, relyingParty } from './passkey.ts';
import { newChallenge } from './passkey-challenge.ts';
import { requestOptions } from './webauthn.ts';

const errors = errorTable('user', {
  unavailable: [400, 'Passkeys need a host name in PUBLIC_URL'],
});

/** Returns options to log in with any passkey; the browser's response identifies the account. */
export const beginPasskeyLogIn = action({
  path: 'merchant/begin-passkey-log-in',
  summary: 'Get the browser options to log in with a passkey',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({}),
  output: z.object({ options: optionsView }),
  prepare: ({ now, ports }) => {
    const party = relyingParty(ports.publicUrl);
    if (!party) throw errors.unavailable();
    return requestOptions(party, [], newChallenge(ports.secrets, 'log-in', now));
  },
  handle: async ({ prepared }) => ({ data: { options: { ...prepared } } }),
});
