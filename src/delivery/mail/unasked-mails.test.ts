import { describe, expect, it } from 'vitest';
import { callAsNobody, PASSWORD } from '../../../test/support/accounts.ts';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { makeSale } from '../../../test/support/refunding.ts';
import {
  callAsBuyer,
  dataOf,
  makeBuyerToken,
  makeSession,
  payingBody,
} from '../../../test/support/selling.ts';
import { makeClub } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { recordDispute } from '../../domain/dispute/record-dispute.ts';
import { TEST_MAILS_TO_ADDRESS, UNASKED_MAILS_TO_MAILBOX } from './mail-limit.ts';

const test = useTestApp();
closeMailServers();
const PRODUCTION = { PROVIDER_PROD: 'sandbox', KYB_AUTO_APPROVE: 'true' };

describe(
  'mails that cost nothing reach a mailbox so often within an hour',
  { timeout: 60_000 },
  () => {
    it('about disputes of test purchases, which no event reports', async () => {
      const { server, mailing } = await makeMailing(test, { RATE_LIMITS: 'on' });
      const { shop, paymentId } = await makeSale(mailing);
      const payment = { id: uuidOf('PAY', paymentId), storeId: uuidOf('STO', shop.store.id) };
      const amount = { amountMinor: 1n, currency: 'USD' };
      const facts = { status: 'open', reason: 'fraudulent', amount, respondBy: null } as const;
      for (let nth = 0; nth < TEST_MAILS_TO_ADDRESS; nth += 1) {
        const dispute = { ...facts, reference: `dp_${nth}` };
        const now = mailing.clock.now();
        await mailing.database.transaction((tx) => recordDispute(tx, payment, dispute, now));
      }
      while ((await mailing.app.worker.runOnce()) > 0);
      const toOwner = server.taken.filter(({ to }) => to[0] === shop.merchant.email);
      // One less is about the disputes: the order was mailed, too.
      const aboutTests = toOwner.filter(({ source }) => /^Subject: \[Test\]/m.test(source));
      expect(aboutTests).toHaveLength(TEST_MAILS_TO_ADDRESS);
    });

    it('about invitations to any of its addresses, and codes for a support email', async () => {
      const { server, mailing } = await makeMailing(test, { RATE_LIMITS: 'on' });
      const spelled = (nth: number) => `victim+${nth}@example.com`;
      for (const from of [0, 8, 16]) {
        const owner = await makeMerchant(mailing);
        const { id: storeId } = await makeStore(owner);
        for (let nth = from; nth < from + 8; nth += 1) {
          const body = { storeId, email: spelled(nth), role: 'admin' };
          dataOf(await owner.call('store-merchant/add-merchant', body));
        }
        dataOf(await owner.call('store/bind-support-email', { storeId, email: spelled(from) }));
      }
      while ((await mailing.app.worker.runOnce()) > 0);
      const toVictim = server.taken.filter(({ to }) => to[0]?.startsWith('victim'));
      const invited = toVictim.filter(({ source }) => source.includes('Subject: You are invited'));
      expect(invited).toHaveLength(UNASKED_MAILS_TO_MAILBOX);
      expect(toVictim.length - invited.length).toBe(3);
    });

    it('about accounts at further spellings of its address, but always at its own', async () => {
      const { server, mailing } = await makeMailing(test, { RATE_LIMITS: 'on' });
      const spellings = Array.from({ length: UNASKED_MAILS_TO_MAILBOX + 3 }, (_, nth) => `+${nth}`);
      for (const spelling of [...spellings, '']) {
        const email = `prey${spelling}@example.com`;
        await callAsNobody(test, 'merchant/sign-up', { email, password: PASSWORD, name: 'A' });
      }
      while ((await mailing.app.worker.runOnce()) > 0);
      const addressed = server.taken.flatMap(({ to }) => to).filter((to) => to.startsWith('prey'));
      expect(addressed).toHaveLength(UNASKED_MAILS_TO_MAILBOX + 1);
      expect(addressed).toContain('prey@example.com');
    });

    it('about free trials, in production too', async () => {
      const { server, mailing } = await makeMailing(test, { ...PRODUCTION, RATE_LIMITS: 'on' });
      const club = await makeClub(mailing, { metadata: { trialDays: 30 } }, 'prod');
      for (let nth = 0; nth < UNASKED_MAILS_TO_MAILBOX + 3; nth += 1) {
        const buyerEmail = `mark+${nth}@example.com`;
        const sessionId = await makeSession(club, {}, 'prod');
        const paying = { ...(await payingBody(mailing, sessionId)), buyerEmail };
        const token = await makeBuyerToken(club, buyerEmail, 'prod');
        const options = { environment: 'prod' } as const;
        const path = 'subscription-order/create-order';
        dataOf(await callAsBuyer(mailing, token, path, paying, options));
      }
      while ((await mailing.app.worker.runOnce()) > 0);
      const taken = server.taken.filter(({ to }) => to[0]?.startsWith('mark'));
      expect(taken).toHaveLength(UNASKED_MAILS_TO_MAILBOX);
    });
  },
);
