import { describe, expect, it } from 'vitest';
import { mailsOfStore } from '../../../test/support/mail.ts';
import {
  APPROVED_CARD,
  DECLINED_CARD,
  eventsOf,
  type Shop,
} from '../../../test/support/selling.ts';
import {
  advanceDays,
  advanceTo,
  FADING_CARD,
  makeClub,
  replaceCard,
  stateOf,
  storeTime,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();
const PAST_DUE = 'subscription.past_due';
const FREE = { metadata: { trialDays: 14 } };
const PAID = {
  ...FREE,
  prices: { USD: { amount: '9.90', taxCategory: 'saas', trialAmount: '1.00' } },
};

describe('a second failed renewal in a month', () => {
  it('is mailed to buyer and merchant like the first, without a second event', async () => {
    const club = await makeClub(test, { billingPeriod: 'weekly' });
    await failTwiceInOneMonth(club);
    expect(await eventsAbout(club)).toHaveLength(1);
    const mails = await mailsAbout(club);
    const { email } = club.merchant;
    expect(mails.map(({ toAddress }) => toAddress)).toEqual([
      ...['buyer@example.com', email, 'buyer@example.com', email],
    ]);
    for (const { status, text, subject } of mails) {
      expect(status).toBe('success');
      expect(subject).toMatch(/failed/);
      expect(text).toMatch(/Amount: (\$9\.90|9\.90 USD)/);
    }
  });

  it('is not mailed where the switch is off', async () => {
    const club = await makeClub(test, { billingPeriod: 'weekly' });
    const notificationSettings = { notifySubscriptionPastDue: false };
    await club.merchant.call('store/update-store', { id: club.store.id, notificationSettings });
    await failTwiceInOneMonth(club);
    const recipients = (await mailsAbout(club)).map(({ recipientType }) => recipientType);
    expect(recipients).toEqual(['buyer', 'buyer']);
  });
});

describe('a failed first charge after a trial', () => {
  it.each([
    { kind: 'free', product: FREE, phase: '0.00' },
    { kind: 'paid', product: PAID, phase: '1.00' },
  ])('is reported with what was to be charged, not with the price of the $kind trial', async ({
    product,
    phase,
  }) => {
    const club = await makeClub(test, product);
    const orderId = await subscribe(club, { card: FADING_CARD });
    await replaceCard(club, orderId, DECLINED_CARD);
    await advanceDays(club, 14);
    expect(await eventsAbout(club)).toMatchObject([
      { data: { amount: '9.90', total: '9.90', planPrice: { total: phase } } },
    ]);
    const texts = (await mailsAbout(club)).map(({ text }) => text);
    expect(texts).toEqual([
      expect.stringContaining('Amount: $9.90'),
      expect.stringContaining('Amount: 9.90 USD'),
    ]);
  });
});

/** Fails, recovers and fails again, all in one month of the store's time. */
async function failTwiceInOneMonth(club: Shop): Promise<void> {
  const time = await storeTime(club);
  await advanceTo(club, new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 2, 1)));
  const orderId = await subscribe(club);
  await replaceCard(club, orderId, DECLINED_CARD);
  await advanceDays(club, 7);
  expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due' });
  await replaceCard(club, orderId, APPROVED_CARD);
  await advanceDays(club, 1);
  expect(await stateOf(club, orderId)).toMatchObject({ status: 'active' });
  await replaceCard(club, orderId, DECLINED_CARD);
  // The first retry fails as well, and isn't mailed again.
  await advanceDays(club, 7);
  expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due', failedAttempts: 2 });
}

async function eventsAbout(club: Shop) {
  return (await eventsOf(club)).filter(({ eventType }) => eventType === PAST_DUE);
}

/** Mails about failed renewals, sent, the oldest first. */
async function mailsAbout(club: Shop) {
  await test.app.worker.runOnce();
  const mails = await mailsOfStore(test, club.store.id);
  return mails.filter(({ type }) => type === PAST_DUE);
}
