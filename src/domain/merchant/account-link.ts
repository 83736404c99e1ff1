import type { Ports } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { countMailsTo } from '../../events/queue-mail.queries.ts';
import { codeContext, queueCodeMail } from '../../events/queue-mail.ts';
import { encodeId, type Id, newUuid } from '../../kit/id.ts';
import { HOUR_MS } from '../../kit/period.ts';
import { newSecretCode, secretCodeHash } from '../../kit/secret-code.ts';
import { addMs } from '../../kit/time.ts';
import { type LinkPurpose, putAccountLink } from './account-link.queries.ts';

/** Milliseconds for which a mailed link is valid. */
const LINK_LIFE_MS = 30 * 60 * 1000;
/** Mails of one purpose sent to an account within an hour. */
const MAX_LINKS_AN_HOUR = 5;

/** The mail of each purpose, and the dashboard page that its link opens. */
const LINKS = {
  confirm_email: { type: 'account.confirm_email', page: 'confirm-email' },
  reset_password: { type: 'account.reset_password', page: 'reset-password' },
} as const satisfies Record<LinkPurpose, object>;

/**
 * Mails a link that confirms the account's address, replacing any earlier link. The token follows
 * the `#`, so that it reaches no server log. Returns false if the account got too many already.
 */
export async function mailAccountLink(
  tx: Tx,
  purpose: LinkPurpose,
  account: { readonly id: Id<'MER'>; readonly email: string },
  { secrets, publicUrl }: Pick<Ports, 'secrets' | 'publicUrl'>,
  now: Date,
): Promise<boolean> {
  const { type, page } = LINKS[purpose];
  const sent = await countMailsTo(tx, account.email, type, addMs(now, -HOUR_MS));
  if (sent >= MAX_LINKS_AN_HOUR) return false;
  const token = newSecretCode();
  const expiresAt = addMs(now, LINK_LIFE_MS);
  const tokenHash = secretCodeHash(token);
  const merchantId = account.id;
  await putAccountLink(tx, { merchantId, purpose, tokenHash, createdAt: now, expiresAt });
  const occurrence = `account/${newUuid(now)}`;
  const mail = {
    ...{ type, occurrence, expiresAt, storeId: null, environment: 'prod' as const },
    subjectId: encodeId('MER', merchantId),
    content: { linkStart: `${publicUrl}/dashboard/${page}#token=` },
    toAddress: account.email,
    sealedCode: secrets.seal(token, codeContext(occurrence)),
  };
  await queueCodeMail(tx, mail, now);
  return true;
}
