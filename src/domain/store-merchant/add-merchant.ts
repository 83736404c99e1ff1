import { z } from 'zod';
import { action, type Warning } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { requiredEmail } from '../../contract/email-input.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { toIso } from '../../kit/time.ts';
import { inviteByMail } from './invitation.ts';
import { findAddressee, insertMember } from './store-merchant.queries.ts';
import {
  givenRole,
  MAX_MEMBERS,
  membershipView,
  requireManager,
  viewMembership,
} from './store-merchant.ts';

/** Per merchant: each call may mail a stranger, or reveals whether an address has an account. */
const ADDED_PER_MINUTE = 20;

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingEmail: [400, 'Missing required field: email'],
  invalidEmail: [400, 'Invalid email'],
  missingRole: [400, 'Missing required field: role'],
  invalidRole: [400, 'Invalid role, must be admin or member'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  alreadyMember: [400, 'Merchant is already a member of this store'],
  tooManyMembers: [400, `Store cannot have more than ${MAX_MEMBERS} members and invitations`],
  tooManyMails: [429, 'Too many mails were sent to this address, try again in an hour'],
});

/**
 * Gives an account a role on a store, or invites an address without an account by mail
 * (docs/contract/members.md#invitations). An invited address stays invited until it is confirmed,
 * since anyone could have created an account with it in the meantime.
 */
export const addMerchant = action({
  path: 'store-merchant/add-merchant',
  summary: 'Add a merchant to a store, or invite an address by mail (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  stepUp: 'always',
  attempts: [{ limit: ADDED_PER_MINUTE, by: () => '' }],
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    email: requiredEmail(errors.missingEmail, errors.invalidEmail),
    role: givenRole(errors.missingRole, errors.invalidRole),
  }),
  output: membershipView.extend({ invitationExpiresAt: z.string().optional() }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { storeId, email, role } = input;
    const { testOnly } = await requireManager(tx, storeId, { caller, ports }, errors);
    const addressee = await findAddressee(tx, storeId, email, now);
    if (addressee.isMember) throw errors.alreadyMember();
    if (addressee.memberCount >= MAX_MEMBERS) throw errors.tooManyMembers();
    const { merchantId, isInvited, isConfirmed, storeName } = addressee;
    const audit = { details: { email, role } };
    if (merchantId === null || (isInvited && !isConfirmed)) {
      const invitation = { ...input, storeName, invitedBy: caller.merchantId, testOnly };
      const expiresAt = await inviteByMail(tx, invitation, ports, errors, now);
      const invited = viewMembership({ ...input, merchantId: null, addedAt: now });
      return { data: { ...invited, invitationExpiresAt: toIso(expiresAt) }, audit };
    }
    await insertMember(tx, { storeId, merchantId, role, testOnly, createdAt: now });
    const added = viewMembership({ ...input, merchantId, addedAt: now });
    return { data: added, warnings: isConfirmed ? [] : [unconfirmedAddress(email)], audit };
  },
});

function unconfirmedAddress(email: string): Warning {
  return {
    message: `The account's address ${email} has not been confirmed by email`,
    layer: 'store',
    aiHint: 'Make sure that the account belongs to the person before relying on it.',
  };
}
