import type { Secrets } from '../contract/ports.ts';
import type { Tx } from '../database/database.ts';
import { isErased } from '../kit/erased-address.ts';
import { MAIL_JOB } from './event-mails.ts';
import type { RecipientType } from './mail-text.ts';
import { mailSubjectOf } from './mail-texts.ts';
import {
  type AddressedMail,
  type AddressMail,
  type BuyerMail,
  type CodeMail,
  findMailStore,
  insertAddressedMail,
  insertBuyerMail,
  insertMerchantMail,
  type MerchantMail,
  type NewMail,
} from './queue-mail.queries.ts';

/** Queues a mail to the store's owner, regardless of switches. */
export function queueOwnerMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  return queueMerchantMail(tx, { ...mail, switch: null }, now);
}

/** Queues a mail to the store's owner and admins, unless its switch is off. */
export async function queueMerchantMail(tx: Tx, mail: MerchantMail, now: Date): Promise<void> {
  await insertMerchantMail(tx, { ...mail, subject: await subjectOf(tx, 'merchant', mail) }, now);
  tx.wake(MAIL_JOB);
}

/** Queues a mail to a buyer, unless its switch is off or the buyer was erased. */
export async function queueBuyerMail(tx: Tx, mail: BuyerMail, now: Date): Promise<void> {
  if (isErased(mail.toAddress)) return;
  await insertBuyerMail(tx, { ...mail, subject: await subjectOf(tx, 'buyer', mail) }, now);
  tx.wake(MAIL_JOB);
}

/** Queues a mail with a code to an address, regardless of switches; the code is stored sealed. */
export function queueCodeMail(
  tx: Tx,
  { code, ...mail }: CodeMail,
  secrets: Secrets,
  now: Date,
): Promise<void> {
  const sealedCode = secrets.seal(code, codeContext(mail.occurrence));
  return queueToAddress(tx, { ...mail, sealedCode }, now);
}

/** Queues a mail without a code to an address, regardless of switches. */
export function queueAddressMail(tx: Tx, mail: AddressMail, now: Date): Promise<void> {
  return queueToAddress(tx, { ...mail, sealedCode: null, expiresAt: null }, now);
}

async function queueToAddress(
  tx: Tx,
  mail: AddressMail & Pick<AddressedMail, 'sealedCode' | 'expiresAt'>,
  now: Date,
): Promise<void> {
  const { recipientType = 'address', language = 'en' } = mail;
  const subject = await subjectOf(tx, recipientType, mail, language);
  await insertAddressedMail(tx, { ...mail, recipientType, language, subject }, now);
  tx.wake(MAIL_JOB);
}

/** Binds a sealed code to its mail. */
export function codeContext(occurrence: string): string {
  return `email/${occurrence}`;
}

type SomeMail = Pick<AddressMail, 'storeId' | 'type' | 'environment' | 'content'>;

async function subjectOf(tx: Tx, recipient: RecipientType, mail: SomeMail, language = 'en') {
  const [store] = await findMailStore(tx, mail.storeId);
  const { type, environment, content: data } = mail;
  const facts = { type, environment, storeName: store?.name ?? '', data };
  return mailSubjectOf(recipient, facts, language);
}
