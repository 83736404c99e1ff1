import { isEventType } from '../../events/event-types.ts';
import type { ClaimedMail } from '../../events/mail-delivery.queries.ts';
import type { Limit } from '../../gateway/limit.ts';
import type { RateLimiter } from '../../gateway/rate-limit.ts';

/** Mails of the test environment within an hour: to one address, and of one store. */
export const TEST_MAILS_TO_ADDRESS = 20;
export const TEST_MAILS_OF_STORE = 200;
/** Mails to one address about changes of one order within an hour. */
export const CHANGE_MAILS_OF_ORDER = 20;
const HOUR_S = 3_600;
/** What a buyer can do again and again without paying. */
const FREE_CHANGES: ReadonlySet<string> = new Set([
  'subscription.canceling',
  'subscription.uncanceled',
  'subscription.plan_change_scheduled',
  'subscription.plan_change_withdrawn',
  'subscription.plan_change_failed',
]);

const TO_ADDRESS = perHour('test-mails-to-address', TEST_MAILS_TO_ADDRESS);
const OF_STORE = perHour('test-mails-of-store', TEST_MAILS_OF_STORE);
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
 * a store's slug can make in any name, and those about an order that is changed back and forth.
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
  if (FREE_CHANGES.has(mail.type)) buckets.push([OF_ORDER, `${orderIdOf(mail)} ${mailbox}`]);
  return buckets;
}

/** The subscription's order, not the one that was to replace it. */
function orderIdOf({ body, content }: LimitedMail): unknown {
  return (body === null ? content : JSON.parse(body).data)?.orderId;
}

/** What only a member brings about, such as a code or a warning, isn't. */
function isAboutTestPurchase({ environment, recipientType, type }: LimitedMail): boolean {
  return environment === 'test' && (recipientType === 'buyer' || isEventType(type));
}

/** `name+anything@example.com` arrives where `name@example.com` does. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+.*@/, '@');
}

function perHour(policy: string, most: number): Limit {
  return { policy, burst: most, perSecond: most / HOUR_S };
}
