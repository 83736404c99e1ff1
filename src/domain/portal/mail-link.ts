import type { Secrets } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { queueCodeMail } from '../../events/queue-mail.ts';
import { isErased } from '../../kit/erased-address.ts';
import { newUuid } from '../../kit/id.ts';
import { newSecretCode, secretCodeHash } from '../../kit/secret-code.ts';
import { addMs } from '../../kit/time.ts';
import { insertLink, type PortalPlace } from './portal.queries.ts';
import { LINK_LIFE_MS } from './portal.ts';

export interface LinkMail {
  /** Which mail text to use. */
  readonly type: string;
  /** The id of the mail's subject, as responses show it. */
  readonly subjectId: string;
  readonly email: string;
  readonly language: string;
  /** The link without its code. */
  readonly start: string;
  readonly secrets: Secrets;
  readonly now: Date;
}

/**
 * Mails a link that opens the portal once; its code is sent nowhere else. An erased buyer gets none.
 */
export async function mailLink(
  tx: Tx,
  { storeId, environment }: PortalPlace,
  { type, subjectId, email, language, start, secrets, now }: LinkMail,
): Promise<void> {
  if (isErased(email)) return;
  const code = newSecretCode();
  const expiresAt = addMs(now, LINK_LIFE_MS);
  const occurrence = `portal-link/${newUuid(now)}`;
  const about = { type, occurrence, subjectId, content: { linkStart: start } };
  const place = { storeId, environment };
  const codeHash = secretCodeHash(code);
  await insertLink(tx, { ...place, codeHash, email, createdAt: now, expiresAt });
  const mail = { ...about, ...place, toAddress: email, code, expiresAt };
  await queueCodeMail(tx, { ...mail, recipientType: 'buyer', language }, secrets, now);
}
