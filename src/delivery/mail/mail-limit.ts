import { isEventType } from '../../events/event-types.ts';
import type { ClaimedMail } from '../../events/mail-delivery.queries.ts';
import type { Limit } from '../../gateway/limit.ts';
import type { RateLimiter } from '../../gateway/rate-limit.ts';

/** Mails of the test environment within an hour: to one address, and of one store. */
export const TEST_MAILS_TO_ADDRESS = 20;
export const TEST_MAILS_OF_STORE = 200;
/** Mails of one type to one mailbox within an hour, about free trials or by anyone with an account. */
export const UNASKED_MAILS_TO_MAILBOX = 20;
/** Mails to one address about changes of one order within an hour. */
export const CHANGE_MAILS_OF_ORDER = 20;
const HOUR_S = 3_600;
const DISPUTE_MAIL = 'payment.disputed';
/** What a buyer can do again and again without paying. */
const FREE_CHANGES: ReadonlySet<string> = new Set([
  'subscription.canceling',
  'subscription.uncanceled',
  'subscription.plan_change_scheduled',
  'subscription.plan_change_withdrawn',
  'subscription.plan_change_failed',
]);

/** Each address has a limit of its own, but a mailbox has any number of addresses. */
const UNASKED: ReadonlySet<string> = new Set([
  'account.invitation',
  'support_email.code',
  'subscription.trial_ending',
]);
/**
 * What someone asks for at an address of their own. Only `name+anything@` counts: nobody can use up
 * what `name@` needs.
 */
const ASKED: ReadonlySet<string> = new Set([
  'account.confirm_email',
  'account.confirm_new_email',
  'account.reset_password',
]);

const TO_ADDRESS = perHour('test-mails-to-address', TEST_MAILS_TO_ADDRESS);
const OF_STORE = perHour('test-mails-of-store', TEST_MAILS_OF_STORE);
const TO_MAILBOX = perHour('unasked-mails-to-mailbox', UNASKED_MAILS_TO_MAILBOX);
const OF_ORDER = perHour('change-mails-of-order', CHANGE_MAILS_OF_ORDER);

type LimitedMail = Pick<
  ClaimedMail,
  | 'environment'
  | 'storeId'
  | 'recipientType'
  | 'type'
  | 'body'
  | 'content'
  | 'attemptCount'
  | 'toAddress'
>;

/** Whether a mail may be sent now; counts it if so. */
export type MailLimit = (mail: LimitedMail, now: Date) => boolean;

/**
 * Bounds the mails that cost nothing to bring about: those of test purchases, which anyone who knows
 * a store's slug can make in any name, those about free trials, those about an order that is changed
 * back and forth, and those that anyone with an account can have sent to any address.
 * Mails about live money aren't counted.
 */
export function createMailLimit(limiter: Pick<RateLimiter, 'check' | 'take'>): MailLimit {
  return (mail, now) => {
    if (mail.attemptCount > 0) return true;
    const buckets = bucketsOf(mail);
    try {
      for (const [limit, key] of buckets) limiter.check(limit, key, now);
    } catch {
      return false;
    }
    for (const [limit, key] of buckets) limiter.take(limit, key, now);
    return true;
  };
}

/** The limits that count the mail, each with its key. */
function bucketsOf(mail: LimitedMail): readonly (readonly [Limit, string])[] {
  const mailbox = mailboxOf(mail.toAddress);
  const buckets: [Limit, string][] = [];
  if (isAboutTestPurchase(mail)) {
    buckets.push([TO_ADDRESS, mailbox], [OF_STORE, String(mail.storeId)]);
  }
  const isFurther = ASKED.has(mail.type) && mailbox !== mail.toAddress.toLowerCase();
  if (isFurther || UNASKED.has(mail.type) || isAboutFreeTrial(mail)) {
    // By type, so that none of them uses up what another one needs, such as a reminder.
    buckets.push([TO_MAILBOX, `${mail.type} ${mailbox}`]);
  }
  if (FREE_CHANGES.has(mail.type)) buckets.push([OF_ORDER, `${orderIdOf(mail)} ${mailbox}`]);
  return buckets;
}

/** The subscription's order, not the one that was to replace it. */
function orderIdOf(mail: LimitedMail): unknown {
  return factsOf(mail)?.orderId;
}

function factsOf({ body, content }: LimitedMail): Readonly<Record<string, unknown>> | null {
  return body === null ? content : JSON.parse(body).data;
}

/** Anyone can begin free trials in any name with one card, which isn't charged: in period 0. */
function isAboutFreeTrial(mail: LimitedMail): boolean {
  return mail.recipientType === 'buyer' && factsOf(mail)?.periodNumber === 0;
}

/** What only a member brings about, such as a code or a warning, isn't. No event reports disputes. */
function isAboutTestPurchase({ environment, recipientType, type }: LimitedMail): boolean {
  if (environment !== 'test') return false;
  return recipientType === 'buyer' || isEventType(type) || type === DISPUTE_MAIL;
}

/** `name+anything@example.com` arrives where `name@example.com` does. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+.*@/, '@');
}

function perHour(policy: string, most: number): Limit {
  return { policy, burst: most, perSecond: most / HOUR_S };
}
