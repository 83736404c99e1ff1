import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { listOwnPasskeys } from './passkey.queries.ts';
import { optionsView, relyingParty } from './passkey.ts';
import { newChallenge } from './passkey-challenge.ts';
import { requestOptions } from './webauthn.ts';

const errors = errorTable('user', {
  unavailable: [400, 'Passkeys need a host name in PUBLIC_URL'],
  none: [400, 'Account has no passkey'],
});

/** What a browser needs to prove with one of the account's passkeys who uses the session. */
export const beginPasskeyStepUp = action({
  path: 'merchant/begin-passkey-step-up',
  summary: 'What a browser needs to prove again, with a passkey, who uses the session',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  audited: false,
  errors,
  input: z.object({}),
  output: z.object({ options: optionsView }),
  prepare: async ({ caller, now, ports, transact }) => {
    const party = relyingParty(ports.publicUrl);
    if (!party) throw errors.unavailable();
    const own = await transact((tx) => listOwnPasskeys(tx, caller.merchantId));
    if (own.length === 0) throw errors.none();
    const challenge = newChallenge(ports.secrets, `step-up/${caller.sessionId}`, now);
    return requestOptions(party, own, challenge);
  },
  handle: async ({ prepared }) => ({ data: { options: { ...prepared } } }),
});
