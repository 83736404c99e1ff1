import type { Tx } from '../../database/database.ts';
import { nextMailAt } from '../../events/mail-limits.queries.ts';
import { queueAddressMail } from '../../events/queue-mail.ts';
import { encodeId, type Id, newUuid } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { listLiveKeys } from '../api-key/api-key.queries.ts';
import { isAddressProven } from './account-link.queries.ts';

/** Mails of one type per address and hour, so that repeated changes can't flood a mailbox. */
const MAX_MAILS_AN_HOUR = 5;

/** The changes that an account is notified of, by the names of their mail texts. */
export type AccountNotice =
  | 'account.password_reset'
  | 'account.password_changed'
  | 'account.name_changed'
  | 'account.email_changed'
  | 'account.new_log_in'
  | 'account.two_factor_on'
  | 'account.two_factor_off'
  | 'account.authenticator_removed'
  | 'account.recovery_codes_renewed'
  | 'account.second_factor_removed'
  | 'account.second_factor_required'
  | 'account.passkey_added'
  | 'account.passkey_removed';

/** What the holder of an account, or an owner who adds it to a store, words freely. */
const WORDED = new Set(['name', 'userAgent', 'keys', 'requiredBy']);

/**
 * Notifies the account of a change by mail, unless it has received too many such mails recently.
 * The mail belongs to no store. An address that was never confirmed may be a stranger's, who gets
 * nothing that others have worded.
 */
export async function notifyAccount(
  tx: Tx,
  type: AccountNotice,
  account: { readonly id: Id<'MER'>; readonly email: string },
  content: Readonly<Record<string, string | null>>,
  now: Date,
): Promise<void> {
  const limit = { toAddress: account.email, type, maxAnHour: MAX_MAILS_AN_HOUR };
  if (await nextMailAt(tx, limit, now)) return;
  const shown = (await isAddressProven(tx, account.id)) ? content : withoutWords(content);
  const mail = {
    ...{ type, occurrence: `account/${newUuid(now)}`, storeId: null, environment: 'prod' as const },
    ...{ subjectId: encodeId('MER', account.id), content: shown, toAddress: account.email },
  };
  await queueAddressMail(tx, mail, now);
}

function withoutWords<Value>(content: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(content).filter(([name]) => !WORDED.has(name)));
}

/** The account's live keys, one per line, for a mail. */
export async function describeLiveKeys(tx: Tx, merchantId: Id<'MER'>, now: Date): Promise<string> {
  const keys = await listLiveKeys(tx, merchantId, now);
  return keys
    .map(({ nickname, environment, createdAt, recentlyUsedAt }) => {
      const used = recentlyUsedAt ? `last used ${toIso(recentlyUsedAt)}` : 'never used';
      return `“${nickname}” (${environment}), created ${toIso(createdAt)}, ${used}`;
    })
    .join('\n');
}
