import { describe, expect, it } from 'vitest';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { recordShopEvent } from '../../../test/support/shop-events.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { createRateLimiter } from '../../gateway/rate-limit.ts';
import { type Id, newUuid } from '../../kit/id.ts';
import { createMailLimit, TEST_MAILS_OF_STORE, TEST_MAILS_TO_ADDRESS } from './mail-limit.ts';

const test = useTestApp();
closeMailServers();
const HOUR_MS = 3_600_000;
const TOO_MANY = 'Too many test mails within an hour: kept here, not sent';

describe('mails about test purchases', () => {
  it(
    'reach one mailbox so often within an hour, whatever the stores',
    { timeout: 120_000 },
    async () => {
      const { server, mailing, store, mails } = await makeMailing(test, { RATE_LIMITS: 'on' });
      const other = await makeStore(await makeMerchant(mailing));
      const sell = async (count: number, storeId: string, buyerEmail: string) => {
        for (let nth = 0; nth < count; nth += 1) {
          await recordShopEvent(mailing, storeId, 'order.completed', { buyerEmail });
        }
        while ((await mailing.app.worker.runOnce()) > 0);
      };
      const taken = (address: string) => server.taken.filter(({ to }) => to[0] === address).length;
      await sell(TEST_MAILS_TO_ADDRESS + 3, store.id, 'victim@example.com');
      await sell(2, other.id, 'victim@example.com');
      await sell(1, other.id, 'Victim+other@example.com');
      await sell(1, other.id, 'bystander@example.com');
      expect(taken('victim@example.com')).toBe(TEST_MAILS_TO_ADDRESS);
      expect(taken('Victim+other@example.com')).toBe(0);
      expect(taken('bystander@example.com')).toBe(1);
      const kept = (await mails()).filter(({ error }) => error !== null);
      // As many to the owner of the store, who has a mailbox, too.
      expect(kept).toHaveLength(6);
      for (const mail of kept) expect(mail).toMatchObject({ status: 'success', error: TOO_MANY });
      mailing.clock.advance(HOUR_MS);
      await sell(1, store.id, 'victim@example.com');
      expect(taken('victim@example.com')).toBe(TEST_MAILS_TO_ADDRESS + 1);
    },
  );

  it('are bounded for a store as a whole, and others are not', () => {
    const mayGoOut = createMailLimit(createRateLimiter(true));
    const now = new Date();
    const mail = {
      ...({ environment: 'test', recipientType: 'buyer', body: '{}', attemptCount: 0 } as const),
      storeId: newUuid(now) as Id<'STO'>,
    };
    const sent = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, nth) =>
        mayGoOut({ ...mail, toAddress: `${nth}@example.com`, ...more }, now),
      ).filter(Boolean).length;
    expect(sent(TEST_MAILS_OF_STORE + 5)).toBe(TEST_MAILS_OF_STORE);
    expect(sent(5, { environment: 'prod' })).toBe(5);
    expect(sent(5, { recipientType: 'address', body: null })).toBe(5);
    expect(sent(5, { attemptCount: 1 })).toBe(5);
    expect(sent(5, { storeId: newUuid(now) as Id<'STO'> })).toBe(5);
  });
});
