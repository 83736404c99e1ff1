import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { requiredEmail } from '../../contract/email-input.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { limitMails } from '../../events/mail-limits.queries.ts';
import { queueCodeMail } from '../../events/queue-mail.ts';
import { encodeId, newUuid } from '../../kit/id.ts';
import { newDigitCode } from '../../kit/secret-code.ts';
import { addMs } from '../../kit/time.ts';
import { requireManager } from '../store-merchant/store-merchant.ts';
import { putSupportEmailCode } from './support-email.queries.ts';
import {
  CODE_LIFE_MS,
  CODE_MAIL,
  CODE_TRIES,
  MAX_CODES_AN_HOUR,
  supportCodeContext,
  supportEmailView,
  viewPendingEmail,
} from './support-email.ts';

/** Per merchant, since each code is mailed to an address that may be anyone's. */
const CODES_PER_MINUTE = 10;

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingEmail: [400, 'Missing required field: email'],
  invalidEmail: [400, 'Invalid email'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  tooManyCodes: [429, 'Too many codes were sent to this address, try again in an hour'],
});

/**
 * Mails a code to an address; confirming the code makes it the store's support email
 * (docs/contract/notifications.md). Until then the current support email stays bound.
 */
export const bindSupportEmail = action({
  path: 'store/bind-support-email',
  summary: 'Mail a code to a new support email address (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  attempts: [{ limit: CODES_PER_MINUTE, by: () => '' }],
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    email: requiredEmail(errors.missingEmail, errors.invalidEmail),
  }),
  output: z.object({ supportEmail: supportEmailView }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { storeId, email } = input;
    await requireManager(tx, storeId, { caller, ports }, errors);
    const limit = { toAddress: email, type: CODE_MAIL, maxAnHour: MAX_CODES_AN_HOUR };
    await limitMails(tx, limit, errors.tooManyCodes, now);
    const code = newDigitCode();
    const expiresAt = addMs(now, CODE_LIFE_MS);
    const codeHash = ports.secrets.digest(code, supportCodeContext(storeId, email));
    const kept = { storeId, email, codeHash, createdAt: now, expiresAt };
    await putSupportEmailCode(tx, { ...kept, tries: CODE_TRIES });
    const occurrence = `support-email/${newUuid(now)}`;
    const about = { type: CODE_MAIL, occurrence, subjectId: encodeId('STO', storeId), content: {} };
    const mail = { ...about, storeId, toAddress: email, code, expiresAt };
    const { environment } = caller;
    await queueCodeMail(tx, { ...mail, environment }, ports.secrets, now);
    return { data: { supportEmail: viewPendingEmail({ storeId, email, expiresAt }) } };
  },
});
