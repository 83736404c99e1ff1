import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { nameText } from '../../contract/input.ts';
import { encodeId, newUuid } from '../../kit/id.ts';
import { notifyAccount } from './account-notice.ts';
import { ownAccount } from './merchant.ts';
import { lockOwnAccount } from './own-account.ts';
import { insertPasskey, listOwnPasskeys } from './passkey.queries.ts';
import {
  MAX_PASSKEY_NAME,
  MAX_PASSKEYS,
  passkeyView,
  relyingParty,
  sentCredential,
  viewPasskey,
} from './passkey.ts';
import { isOwnChallenge, takeOnce } from './passkey-challenge.ts';
import { hasSecondFactor, makeFactorRow } from './second-factor.queries.ts';
import { giveRecoveryCodes } from './second-factor.ts';
import { endSessions } from './session.queries.ts';
import { verifyNew } from './webauthn.ts';

const errors = errorTable('user', {
  missingName: [400, 'Missing required field: name'],
  longName: [400, `Name cannot exceed ${MAX_PASSKEY_NAME} characters`],
  controlName: [400, 'Name cannot contain control characters'],
  missingCredential: [400, 'Missing required field: credential'],
  invalid: [400, 'Passkey could not be verified'],
  tooMany: [400, `Account cannot have more than ${MAX_PASSKEYS} passkeys`],
  registered: [400, 'Passkey is already registered'],
});

/**
 * Adds a passkey. If it is the account's first second factor, this turns two-factor login on,
 * returns recovery codes once, and ends every other session.
 */
export const addPasskey = action({
  path: 'merchant/add-passkey',
  summary: 'Add a passkey to the account',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({
    name: nameText(MAX_PASSKEY_NAME, {
      missing: errors.missingName,
      blank: errors.missingName,
      tooLong: errors.longName,
      control: errors.controlName,
    }),
    credential: sentCredential(errors.missingCredential, errors.invalid),
  }),
  output: z.object({
    passkey: passkeyView,
    recoveryCodes: z.array(z.string()),
    endedSessions: z.number(),
  }),
  prepare: async ({ input, caller, now, ports }) => {
    const party = relyingParty(ports.publicUrl);
    const verified =
      party &&
      (await verifyNew(input.credential, party, (challenge) =>
        isOwnChallenge(ports.secrets, `add/${caller.sessionId}`, challenge, now),
      ));
    if (!verified) throw errors.invalid();
    return verified;
  },
  handle: async ({ input, prepared: { publicKey, counter, challenge }, caller, tx, now }) => {
    const { merchantId } = caller;
    await lockOwnAccount(tx, caller);
    if (!(await takeOnce(tx, challenge, now))) throw errors.invalid();
    if ((await listOwnPasskeys(tx, merchantId)).length >= MAX_PASSKEYS) throw errors.tooMany();
    const isFirst = !(await hasSecondFactor(tx, merchantId));
    const { id: credentialId, response } = input.credential;
    const passkey = {
      ...{ id: newUuid(now), name: input.name, credentialId, createdAt: now, lastUsedAt: null },
      transports: response.transports ?? [],
    };
    const [added] = await insertPasskey(tx, { ...passkey, merchantId, publicKey, counter });
    if (!added) throw errors.registered();
    await makeFactorRow(tx, merchantId, now);
    const recoveryCodes = isFirst ? await giveRecoveryCodes(tx, merchantId, now) : [];
    const ended = isFirst ? await endSessions(tx, merchantId, caller.sessionId) : [];
    const account = await ownAccount(tx, merchantId);
    await notifyAccount(tx, 'account.passkey_added', account, { name: input.name }, now);
    return {
      data: { passkey: viewPasskey(passkey), recoveryCodes, endedSessions: ended.length },
      audit: { subjectType: 'merchant', subjectId: encodeId('MER', merchantId) },
    };
  },
});
