import { z } from 'zod';
import { action, type Warning } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { newSecretCode, secretCodeHash } from '../../kit/secret-code.ts';
import { addMs, toIso } from '../../kit/time.ts';
import { findAddressee, insertMember, putInvitation } from './store-merchant.queries.ts';
import {
  type GivenRole,
  givenRole,
  MOST_MEMBERS,
  memberEmail,
  membershipView,
  requireManager,
  viewMembership,
} from './store-merchant.ts';

/** An invitation lasts seven days. */
const INVITATION_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, (got) => `Expected format: STO_xxx, got "${got}"`],
  missingEmail: [400, 'Missing required field: email'],
  invalidEmail: [400, 'Invalid email'],
  missingRole: [400, 'Missing required field: role'],
  invalidRole: [400, 'Invalid role, must be admin or member'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  alreadyMember: [400, 'Merchant is already a member of this store'],
  tooManyMembers: [400, `Store cannot have more than ${MOST_MEMBERS} members and invitations`],
});

/**
 * Gives an account a role on a store (decisions 2 and 13). An address without an account is invited:
 * whoever signs up with it joins by the code in this answer. An address that was invited stays so
 * until the code is used, since an account made meanwhile may be anybody's.
 */
export const addMerchant = action({
  path: 'store-merchant/add-merchant',
  summary: 'Add a merchant to a store, or invite an address (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    email: memberEmail(errors.missingEmail, errors.invalidEmail),
    role: givenRole(errors.missingRole, errors.invalidRole),
  }),
  output: membershipView.extend({
    invitationCode: z.string().optional(),
    invitationExpiresAt: z.string().optional(),
  }),
  handle: async ({ input, caller, tx, now }) => {
    const { storeId, email, role } = input;
    await requireManager(tx, storeId, caller.merchantId, errors);
    const addressee = await findAddressee(tx, storeId, email, now);
    if (addressee.isMember) throw errors.alreadyMember();
    if (addressee.memberCount >= MOST_MEMBERS) throw errors.tooManyMembers();
    const { merchantId } = addressee;
    const audit = { details: { email, role } };
    if (merchantId === null || addressee.isInvited) {
      const invited = viewMembership({ ...input, merchantId: null, addedAt: now });
      const invitation = await invite(tx, { ...input, invitedBy: caller.merchantId }, now);
      return { data: { ...invited, ...invitation }, audit };
    }
    await insertMember(tx, { storeId, merchantId, role, createdAt: now });
    const added = viewMembership({ ...input, merchantId, addedAt: now });
    const warnings = addressee.isConfirmed ? [] : [unconfirmedAddress(email)];
    return { data: added, warnings, audit };
  },
});

async function invite(
  tx: Tx,
  invitation: {
    readonly storeId: Id<'STO'>;
    readonly email: string;
    readonly role: GivenRole;
    readonly invitedBy: Id<'MER'>;
  },
  now: Date,
): Promise<{ invitationCode: string; invitationExpiresAt: string }> {
  const code = newSecretCode();
  const expiresAt = addMs(now, INVITATION_LIFE_MS);
  await putInvitation(tx, {
    ...invitation,
    codeHash: secretCodeHash(code),
    createdAt: now,
    expiresAt,
  });
  return { invitationCode: code, invitationExpiresAt: toIso(expiresAt) };
}

function unconfirmedAddress(email: string): Warning {
  return {
    message: `The account's address ${email} has not been confirmed by e-mail`,
    layer: 'store',
    aiHint: 'Make sure that the account belongs to the person before relying on it.',
  };
}
