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

/** Returns the options to step up the session with one of the account's passkeys. */
export const beginPasskeyStepUp = action({
  path: 'merchant/begin-passkey-step-up',
  summary: 'Get the browser options to step up the session with a passkey',
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
