import type { Ports } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { nextMailAt } from '../../events/mail-limits.queries.ts';
import { queueCodeMail } from '../../events/queue-mail.ts';
import { encodeId, type Id, newUuid } from '../../kit/id.ts';
import { newSecretCode, secretCodeHash } from '../../kit/secret-code.ts';
import { addMs } from '../../kit/time.ts';
import { type LinkPurpose, putAccountLink } from './account-link.queries.ts';

/** Milliseconds for which a mailed link is valid. */
const LINK_LIFE_MS = 30 * 60 * 1000;

/** The mail of each purpose, the page that its link opens, and mails to an account in an hour. */
const LINKS = {
  confirm_email: { type: 'account.confirm_email', page: 'confirm-email', maxAnHour: 5 },
  // Strangers can request these, so there are more than one network gets.
  reset_password: { type: 'account.reset_password', page: 'reset-password', maxAnHour: 10 },
} as const satisfies Record<LinkPurpose, object>;

/**
 * Mails a link that confirms the account's address, replacing any earlier link. The token follows
 * the `#`, so that it reaches no server log. If the account got too many already, returns when it
 * may get another.
 */
export async function mailAccountLink(
  tx: Tx,
  purpose: LinkPurpose,
  account: { readonly id: Id<'MER'>; readonly email: string },
  { secrets, publicUrl }: Pick<Ports, 'secrets' | 'publicUrl'>,
  now: Date,
): Promise<Date | null> {
  const { type, page, maxAnHour } = LINKS[purpose];
  const nextAt = await nextMailAt(tx, { toAddress: account.email, type, maxAnHour }, now);
  if (nextAt) return nextAt;
  const token = newSecretCode();
  const expiresAt = addMs(now, LINK_LIFE_MS);
  const tokenHash = secretCodeHash(token);
  const merchantId = account.id;
  await putAccountLink(tx, { merchantId, purpose, tokenHash, createdAt: now, expiresAt });
  const mail = {
    ...{ type, code: token, expiresAt, storeId: null, environment: 'prod' as const },
    occurrence: `account/${newUuid(now)}`,
    subjectId: encodeId('MER', merchantId),
    content: { linkStart: `${publicUrl}/dashboard/${page}#token=` },
    toAddress: account.email,
  };
  await queueCodeMail(tx, mail, secrets, now);
  return null;
}
