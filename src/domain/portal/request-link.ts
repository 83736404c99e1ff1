import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { requiredEmail } from '../../contract/email-input.ts';
import { errorTable } from '../../contract/errors.ts';
import { nextMailAt } from '../../events/mail-limits.queries.ts';
import { encodeId } from '../../kit/id.ts';
import { LANGUAGES } from '../../kit/languages.ts';
import { mailLink } from './mail-link.ts';
import { lockBuyersStore } from './portal.queries.ts';
import { LINK_MAIL, linkStart, MAX_LINKS_AN_HOUR } from './portal.ts';

/** Per address and network, whether the address is known or not. */
const LINKS_PER_HOUR = 3;
/** Per network, for any addresses. */
const NETWORK_LINKS_PER_MINUTE = 10;
/** Milliseconds, well above the time that mailing a link takes. */
const ANSWERS_AFTER_MS = 100;

const errors = errorTable('order', {
  missingEmail: [400, 'Missing required field: email'],
  invalidEmail: [400, 'Invalid email'],
});

/**
 * Mails a portal link to an address that has bought something. The response is the same for every
 * address, so that it doesn't reveal who is a customer.
 */
export const requestLink = action({
  path: 'portal/request-link',
  summary: 'Ask for a link to the portal by mail',
  auth: ['slug'],
  environment: 'credential',
  replayable: false,
  errors,
  attempts: [
    { limit: NETWORK_LINKS_PER_MINUTE, by: () => '', name: 'portal-links-of-a-network' },
    { limit: LINKS_PER_HOUR, minutes: 60, by: ({ email }) => email },
  ],
  answersAfterMs: ANSWERS_AFTER_MS,
  input: z.object({
    email: requiredEmail(errors.missingEmail, errors.invalidEmail),
    language: z.enum(LANGUAGES),
  }),
  output: z.object({ message: z.string() }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { email, language } = input;
    const limit = { toAddress: email, type: LINK_MAIL, maxAnHour: MAX_LINKS_AN_HOUR };
    const [[store], nextAt] = await Promise.all([
      lockBuyersStore(tx, caller, email),
      nextMailAt(tx, limit, now),
    ]);
    if (store && !nextAt) {
      const { storeId, environment } = caller;
      const start = linkStart(ports.publicUrl, store.slug, environment);
      const subjectId = encodeId('STO', storeId);
      const mail = { type: LINK_MAIL, subjectId, email, language, start };
      await mailLink(tx, caller, { ...mail, secrets: ports.secrets, now });
    }
    return { data: { message: 'A link was mailed if the address is known' } };
  },
});
