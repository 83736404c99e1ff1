import { z } from 'zod';
import { action } from '../../contract/action.ts';
import type { SlugCaller } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import type { Secrets } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { countMailsTo } from '../../events/queue-mail.queries.ts';
import { codeContext, queueCodeMail } from '../../events/queue-mail.ts';
import { encodeId, newUuid } from '../../kit/id.ts';
import { LANGUAGES } from '../../kit/languages.ts';
import { newSecretCode, secretCodeHash } from '../../kit/secret-code.ts';
import { addMs } from '../../kit/time.ts';
import { insertLink, lockBuyersStore } from './portal.queries.ts';
import { LINK_LIFE_MS, LINK_MAIL, linkStart, MAX_LINKS_AN_HOUR, portalEmail } from './portal.ts';

const HOUR_MS = 60 * 60 * 1000;
/** For one address from one network, known or not. */
const LINKS_PER_MINUTE = 5;
/** Far above what mailing a link takes. */
const ANSWERS_AFTER_MS = 100;

const errors = errorTable('order', {
  missingEmail: [400, 'Missing required field: email'],
  invalidEmail: [400, 'Invalid email'],
});

/**
 * Mails a link to the portal to an address that something was bought with. The answer is the same
 * for every address, so that it tells nobody who is a customer.
 */
export const requestLink = action({
  path: 'portal/request-link',
  summary: 'Ask for a link to the portal by mail',
  auth: ['slug'],
  environment: 'credential',
  replayable: false,
  errors,
  attemptsPerMinute: { limit: LINKS_PER_MINUTE, by: ({ email }) => email },
  answersAfterMs: ANSWERS_AFTER_MS,
  input: z.object({
    email: portalEmail(errors.missingEmail, errors.invalidEmail),
    language: z.enum(LANGUAGES),
  }),
  output: z.object({ message: z.string() }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { email, language } = input;
    const [[store], sent] = await Promise.all([
      lockBuyersStore(tx, caller, email),
      countMailsTo(tx, email, LINK_MAIL, addMs(now, -HOUR_MS)),
    ]);
    if (store && sent < MAX_LINKS_AN_HOUR) {
      const { environment } = caller;
      const start = linkStart(ports.publicUrl, store.slug, environment);
      await mailLink(tx, caller, { email, language, start, secrets: ports.secrets, now });
    }
    return { data: { message: 'A link was mailed if the address is known' } };
  },
});

interface LinkMail {
  readonly email: string;
  readonly language: string;
  /** The link without its code. */
  readonly start: string;
  readonly secrets: Secrets;
  readonly now: Date;
}

async function mailLink(
  tx: Tx,
  { storeId, environment }: SlugCaller,
  { email, language, start, secrets, now }: LinkMail,
): Promise<void> {
  const code = newSecretCode();
  const expiresAt = addMs(now, LINK_LIFE_MS);
  const occurrence = `portal-link/${newUuid(now)}`;
  const subjectId = encodeId('STO', storeId);
  const about = { type: LINK_MAIL, occurrence, subjectId, content: { linkStart: start } };
  const sealedCode = secrets.seal(code, codeContext(occurrence));
  const place = { storeId, environment };
  const codeHash = secretCodeHash(code);
  await insertLink(tx, { ...place, codeHash, email, createdAt: now, expiresAt });
  const mail = { ...about, ...place, toAddress: email, sealedCode, expiresAt };
  await queueCodeMail(tx, { ...mail, recipientType: 'buyer', language }, now);
}
