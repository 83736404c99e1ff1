import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { recordShopEvent } from '../../../test/support/shop-events.ts';
import { TEST_SECRET_KEY, useTestApp } from '../../../test/support/test-app.ts';
import { queueCodeMail } from '../../events/queue-mail.ts';
import { createRateLimiter } from '../../gateway/rate-limit.ts';
import { type Id, newUuid } from '../../kit/id.ts';
import { createSecrets } from '../../secrets.ts';
import {
  CHANGE_MAILS_OF_ORDER,
  createMailLimit,
  TEST_MAILS_OF_STORE,
  TEST_MAILS_TO_ADDRESS,
} from './mail-limit.ts';

const test = useTestApp();
const secrets = createSecrets(TEST_SECRET_KEY);
closeMailServers();
const HOUR_MS = 3_600_000;
const TOO_MANY = 'Too many such mails within an hour: kept here, not sent';

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

  it('are kept without their text if it has a code, and say so', { timeout: 60_000 }, async () => {
    const { mailing, store, mails } = await makeMailing(test, { RATE_LIMITS: 'on' });
    const toAddress = 'codes@example.com';
    for (let nth = 0; nth <= TEST_MAILS_TO_ADDRESS; nth += 1) {
      const now = mailing.clock.now();
      const occurrence = `portal-link/${newUuid(now)}`;
      const mail = {
        ...{ type: 'portal.link', occurrence, toAddress, recipientType: 'buyer' as const },
        ...{
          storeId: uuidOf('STO', store.id),
          environment: 'test' as const,
          expiresAt: new Date(now.getTime() + HOUR_MS),
        },
        ...{ subjectId: store.id, content: { linkStart: 'https://shop.example/?code=' } },
        code: 'secret-code',
      };
      await mailing.database.transaction((tx) => queueCodeMail(tx, mail, secrets, now));
    }
    while ((await mailing.app.worker.runOnce()) > 0);
    const kept = (await mails()).filter(({ error }) => error !== null);
    expect(kept).toMatchObject([{ status: 'success', text: null, sealedCode: null }]);
    expect(kept[0]?.error).toBe(
      'Too many such mails within an hour: not sent, nor kept, because it contains a code',
    );
  });

  it('are bounded for a store as a whole, and others are not', () => {
    const mayGoOut = createMailLimit(createRateLimiter(true));
    const now = new Date();
    const mail = {
      ...({ environment: 'test', recipientType: 'buyer', attemptCount: 0 } as const),
      ...({ body: '{}', content: null } as const),
      type: 'order.completed',
      storeId: newUuid(now) as Id<'STO'>,
    };
    const sent = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, nth) =>
        mayGoOut({ ...mail, toAddress: `${nth}@example.com`, ...more }, now),
      ).filter(Boolean).length;
    expect(sent(TEST_MAILS_OF_STORE + 5)).toBe(TEST_MAILS_OF_STORE);
    const withoutEvent = { recipientType: 'merchant', type: 'subscription.past_due', body: null };
    expect(sent(5, withoutEvent)).toBe(0);
    expect(sent(5, { environment: 'prod' })).toBe(5);
    expect(sent(5, { recipientType: 'address', type: 'support_email.code' })).toBe(5);
    expect(sent(5, { recipientType: 'merchant', type: 'webhook.failing' })).toBe(5);
    expect(sent(5, { attemptCount: 1 })).toBe(5);
    expect(sent(5, { storeId: newUuid(now) as Id<'STO'> })).toBe(5);
  });

  it.each([
    ['subscription.canceling', 'subscription.uncanceled'],
    ['subscription.plan_change_scheduled', 'subscription.plan_change_withdrawn'],
    ['subscription.plan_change_failed'],
  ])('are bounded for an order that is changed back and forth, with live money too: %s', (...types) => {
    const mayGoOut = createMailLimit(createRateLimiter(true));
    const now = new Date();
    const changed = (orderId: string, type: string, toAddress = 'buyer@example.com') => {
      // There is no event for the withdrawal of a change.
      const isEvent = !type.endsWith('_withdrawn');
      const body = isEvent ? JSON.stringify({ data: { orderId } }) : null;
      const facts = { environment: 'prod', recipientType: 'buyer', attemptCount: 0 } as const;
      const mail = { ...facts, type, body, content: isEvent ? null : { orderId }, toAddress };
      return mayGoOut({ ...mail, storeId: newUuid(now) as Id<'STO'> }, now);
    };
    const sent = Array.from({ length: CHANGE_MAILS_OF_ORDER + 4 }, (_, nth) =>
      changed('ORD_1', types[nth % types.length] as string),
    );
    expect(sent.filter(Boolean)).toHaveLength(CHANGE_MAILS_OF_ORDER);
    expect(changed('ORD_2', 'subscription.canceling')).toBe(true);
    expect(changed('ORD_1', 'subscription.canceling', 'merchant@example.com')).toBe(true);
    expect(changed('ORD_1', 'subscription.renewed')).toBe(true);
  });
});
