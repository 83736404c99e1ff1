import type { ErrorTable } from '../../contract/errors.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { limitMails } from '../../events/mail-limits.queries.ts';
import { queueCodeMail } from '../../events/queue-mail.ts';
import { encodeId, type Id, newUuid } from '../../kit/id.ts';
import { newSecretCode, secretCodeHash } from '../../kit/secret-code.ts';
import { addMs, toIso } from '../../kit/time.ts';
import type { GivenRole } from './given-role.ts';
import { putInvitation } from './invitation.queries.ts';

/** An invitation is valid for seven days (docs/contract/members.md#invitations). */
const INVITATION_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
/** Invitations mailed to one address within an hour, across all stores. */
const MAX_MAILS_AN_HOUR = 5;
const MAIL_TYPE = 'account.invitation';

export interface NewInvitation {
  readonly storeId: Id<'STO'>;
  readonly storeName: string;
  readonly email: string;
  readonly role: GivenRole;
  readonly invitedBy: Id<'MER'>;
  readonly testOnly: boolean;
}

/**
 * Invites an address by mail, replacing any earlier invitation. Returns when the link expires.
 * Throws the given row if the address has already received too many. The mail belongs to no store,
 * so that the inviter can't read the link.
 */
export async function inviteByMail(
  tx: Tx,
  invitation: NewInvitation,
  { secrets, publicUrl }: Pick<Ports, 'secrets' | 'publicUrl'>,
  errors: ErrorTable<'tooManyMails'>,
  now: Date,
): Promise<Date> {
  const { email, storeName, role } = invitation;
  const limit = { toAddress: email, type: MAIL_TYPE, maxAnHour: MAX_MAILS_AN_HOUR };
  await limitMails(tx, limit, errors.tooManyMails, now);
  const token = newSecretCode();
  const expiresAt = addMs(now, INVITATION_LIFE_MS);
  const tokenHash = secretCodeHash(token);
  await putInvitation(tx, { ...invitation, tokenHash, createdAt: now, expiresAt });
  const linkStart = `${publicUrl}/dashboard/invitation#token=`;
  const mail = {
    ...{ type: MAIL_TYPE, code: token, expiresAt, storeId: null, environment: 'prod' as const },
    occurrence: `account/${newUuid(now)}`,
    subjectId: encodeId('STO', invitation.storeId),
    content: { linkStart, invitedTo: storeName, role, expiresAt: toIso(expiresAt) },
    toAddress: email,
  };
  await queueCodeMail(tx, mail, secrets, now);
  return expiresAt;
}
