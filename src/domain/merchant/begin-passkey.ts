import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { ownAccount } from './merchant.ts';
import { listOwnPasskeys } from './passkey.queries.ts';
import { MAX_PASSKEYS, optionsView, relyingParty } from './passkey.ts';
import { newChallenge } from './passkey-challenge.ts';
import { creationOptions } from './webauthn.ts';

const errors = errorTable('user', {
  unavailable: [400, 'Passkeys need a host name in PUBLIC_URL'],
  tooMany: [400, `Account cannot have more than ${MAX_PASSKEYS} passkeys`],
});

/** Returns the browser options to create a passkey for the account. */
export const beginPasskey = action({
  path: 'merchant/begin-passkey',
  summary: 'Get the browser options to create a passkey',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  audited: false,
  stepUp: 'always',
  errors,
  input: z.object({}),
  output: z.object({ options: optionsView }),
  prepare: async ({ caller, now, ports, transact }) => {
    const party = relyingParty(ports.publicUrl);
    if (!party) throw errors.unavailable();
    const { account, own } = await transact(async (tx) => ({
      account: await ownAccount(tx, caller.merchantId),
      own: await listOwnPasskeys(tx, caller.merchantId),
    }));
    if (own.length >= MAX_PASSKEYS) throw errors.tooMany();
    const challenge = newChallenge(ports.secrets, `add/${caller.sessionId}`, now);
    return creationOptions(party, account, own, challenge);
  },
  handle: async ({ prepared }) => ({ data: { options: { ...prepared } } }),
});
