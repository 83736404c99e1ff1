import type { ErrorTable } from '../../contract/errors.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { limitMails } from '../../events/mail-limits.queries.ts';
import { queueCodeMail } from '../../events/queue-mail.ts';
import { encodeId, type Id, newUuid } from '../../kit/id.ts';
import { HOUR_MS } from '../../kit/period.ts';
import { newSecretCode, secretCodeHash } from '../../kit/secret-code.ts';
import { addMs } from '../../kit/time.ts';
import { putEmailChange } from './email-change.queries.ts';

/** Milliseconds for which both links are valid. */
const CHANGE_LIFE_MS = 24 * HOUR_MS;
/** Mails about email changes sent to one address within an hour. */
const MAX_MAILS_AN_HOUR = 5;
const MAIL_TYPE = 'account.confirm_new_email';

interface ChangingAccount {
  readonly id: Id<'MER'>;
  readonly email: string;
  readonly isProven: boolean;
}

/**
 * Mails a link to both addresses; an old address that was never confirmed gets none. Returns the
 * addresses that got a link. Throws the given row if either has already received too many mails.
 */
export async function requestEmailChange(
  tx: Tx,
  account: ChangingAccount,
  newEmail: string,
  ports: Pick<Ports, 'secrets' | 'publicUrl'>,
  errors: ErrorTable<'tooManyMails'>,
  now: Date,
): Promise<string[]> {
  const addresses = account.isProven ? [newEmail, account.email] : [newEmail];
  // In one order: two accounts that swap addresses don't wait for each other.
  for (const toAddress of addresses.toSorted()) {
    const limit = { toAddress, type: MAIL_TYPE, maxAnHour: MAX_MAILS_AN_HOUR };
    await limitMails(tx, limit, errors.tooManyMails, now);
  }
  const tokens = addresses.map(() => newSecretCode());
  const [newTokenHash, oldTokenHash = null] = tokens.map(secretCodeHash);
  if (!newTokenHash) throw new Error('Email change has no token for the new address');
  const expiresAt = addMs(now, CHANGE_LIFE_MS);
  const change = { merchantId: account.id, newEmail, newTokenHash, oldTokenHash };
  await putEmailChange(tx, { ...change, createdAt: now, expiresAt });
  for (const [at, toAddress] of addresses.entries()) {
    const mail = {
      ...{ type: MAIL_TYPE, expiresAt, storeId: null, environment: 'prod' as const },
      occurrence: `account/${newUuid(now)}`,
      subjectId: encodeId('MER', account.id),
      content: { linkStart: `${ports.publicUrl}/dashboard/confirm-email-change#token=`, newEmail },
      toAddress,
      code: tokens[at] as string,
    };
    await queueCodeMail(tx, mail, ports.secrets, now);
  }
  return addresses;
}
