import type { ClaimedMail } from '../../events/mail-delivery.queries.ts';
import type { Limit } from '../../gateway/limit.ts';
import type { RateLimiter } from '../../gateway/rate-limit.ts';

/** Mails of the test environment within an hour: to one address, and of one store. */
export const TEST_MAILS_TO_ADDRESS = 20;
export const TEST_MAILS_OF_STORE = 200;
const HOUR_S = 3_600;

const TO_ADDRESS = perHour('test-mails-to-address', TEST_MAILS_TO_ADDRESS);
const OF_STORE = perHour('test-mails-of-store', TEST_MAILS_OF_STORE);

type LimitedMail = Pick<
  ClaimedMail,
  'environment' | 'storeId' | 'recipientType' | 'body' | 'attemptCount' | 'toAddress'
>;

/** Whether a mail may be sent now; counts it if so. */
export type MailLimit = (mail: LimitedMail, now: Date) => boolean;

/**
 * Bounds the mails that test purchases bring about: anyone who knows a store's slug can make them, in
 * any name, and they cost nothing. Mails about live money aren't counted.
 */
export function createMailLimit(limiter: Pick<RateLimiter, 'check' | 'take'>): MailLimit {
  return (mail, now) => {
    if (!isAboutTestPurchase(mail) || mail.attemptCount > 0) return true;
    const buckets = [
      [TO_ADDRESS, mailboxOf(mail.toAddress)],
      [OF_STORE, String(mail.storeId)],
    ] as const;
    try {
      for (const [limit, key] of buckets) limiter.check(limit, key, now);
    } catch {
      return false;
    }
    for (const [limit, key] of buckets) limiter.take(limit, key, now);
    return true;
  };
}

/** What only a member brings about, such as a code or a warning, isn't. */
function isAboutTestPurchase({ environment, recipientType, body }: LimitedMail): boolean {
  return environment === 'test' && (recipientType === 'buyer' || body !== null);
}

/** `name+anything@example.com` arrives where `name@example.com` does. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+.*@/, '@');
}

function perHour(policy: string, most: number): Limit {
  return { policy, burst: most, perSecond: most / HOUR_S };
}
