import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { addPriced, changePlan } from '../../../test/support/changing.ts';
import { mailsOfStore } from '../../../test/support/mail.ts';
import type { Shop } from '../../../test/support/selling.ts';
import {
  advanceDays,
  callOnOrder,
  makeClub,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';

const test = useTestApp();

async function remindersOf({ store }: Shop): Promise<string[]> {
  await test.app.worker.runOnce();
  await test.app.worker.runOnce();
  const mails = await mailsOfStore(test, store.id);
  const found = mails.filter(({ type }) => /trial_ending|upcoming_charge/.test(type));
  return found.map(({ type, toAddress, status }) => `${type} ${toAddress} ${status}`);
}

/** The contents of the queue, without running the worker. */
const mailRowsOf = ({ store }: Shop) =>
  test.database.query<{ type: string }>(sql`
    select event_type as type from email_delivery
    where store_id = ${uuidOf('STO', store.id)} order by event_type`);

const turnOff = ({ store }: Shop, name: string) =>
  test.database.query(sql`
    update store set notification_settings = jsonb_build_object(${name}::text, false)
    where id = ${uuidOf('STO', store.id)}`);

const UPCOMING = 'subscription.upcoming_charge buyer@example.com success';
const ENDING = 'subscription.trial_ending buyer@example.com success';
const WEEKLY = { billingPeriod: 'weekly' };
const TRIAL = { metadata: { trialDays: 14 } };

describe('remind-buyers', () => {
  it('announces a renewal in the last third of a short period, once for each period', async () => {
    const club = await makeClub(test, WEEKLY);
    await subscribe(club);
    expect(await remindersOf(club)).toEqual([]);
    await advanceDays(club, 4);
    expect(await remindersOf(club)).toEqual([]);
    await advanceDays(club, 1);
    expect(await remindersOf(club)).toEqual([UPCOMING]);
    await advanceDays(club, 7);
    expect(await remindersOf(club)).toEqual([UPCOMING, UPCOMING]);
  });

  it('says what will be charged and when', async () => {
    const club = await makeClub(test, WEEKLY);
    await subscribe(club);
    await advanceDays(club, 6);
    await test.app.worker.runOnce();
    const mails = await mailsOfStore(test, club.store.id);
    const reminder = mails.find(({ type }) => type === 'subscription.upcoming_charge');
    expect(reminder?.subject).toBe('[Test] Your subscription at A store renews soon');
    expect(reminder?.text).toMatch(
      /\$9\.90 will be charged for A plan\.[\s\S]*Next charge: \w+ \d{1,2}, \d{4}/,
    );
  });

  it('announces the end of a free trial', async () => {
    const club = await makeClub(test, TRIAL);
    await subscribe(club);
    await advanceDays(club, 10);
    expect(await remindersOf(club)).toEqual([]);
    await advanceDays(club, 2);
    expect(await remindersOf(club)).toEqual([ENDING]);
  });

  it('names the price of a period after a trial, not that of a change’s first period', async () => {
    const club = await makeClub(test, TRIAL);
    const pro = await addPriced(club, '19.80', { name: 'Pro' });
    const orderId = await subscribe(club);
    await changePlan({ club, pro, orderId }, { changeTiming: 'next_period', changeAmount: '2.00' });
    await advanceDays(club, 12);
    expect(await remindersOf(club)).toEqual([ENDING]);
    const mails = await mailsOfStore(test, club.store.id);
    const reminder = mails.find(({ type }) => type === 'subscription.trial_ending');
    expect(reminder?.text).toMatch(/Pro costs \$19\.80 per period/);
  });

  it('is complete when the test clock has moved, in one step or in several', async () => {
    const days = [[12], [14.1], [12, 2.1], [3, 8, 1, 2.1]];
    const written = days.map(async (steps) => {
      const club = await makeClub(test, TRIAL);
      await subscribe(club);
      for (const step of steps) await advanceDays(club, step);
      const mails = await mailRowsOf(club);
      return mails.map(({ type }) => type);
    });
    const [reminded, ...rest] = await Promise.all(written);
    expect(reminded).toContain('subscription.trial_ending');
    for (const types of rest) expect(types).toEqual(rest[0]);
    expect(rest[0]).toContain('subscription.trial_ending');
  });

  it('respects its switches', async () => {
    const [club, trial] = [await makeClub(test, WEEKLY), await makeClub(test, TRIAL)];
    await turnOff(club, 'emailUpcomingCharge');
    await turnOff(trial, 'emailTrialEnding');
    await subscribe(club);
    await subscribe(trial);
    await advanceDays(club, 6);
    await advanceDays(trial, 12);
    expect(await remindersOf(club)).toEqual([]);
    expect(await remindersOf(trial)).toEqual([]);
  });

  it('announces no charge for a change that costs nothing, unless it is withdrawn', async () => {
    const club = await makeClub(test, WEEKLY);
    const pro = await addPriced(club, '19.80', WEEKLY);
    const orderId = await subscribe(club);
    const planned = await changePlan(
      { club, pro, orderId },
      { changeTiming: 'next_period', changeCreditAmount: '19.80' },
    );
    await advanceDays(club, 6);
    expect(await remindersOf(club)).toEqual([]);
    await callOnOrder(club, 'cancel-order', planned);
    expect(await remindersOf(club)).toEqual([UPCOMING]);
  });

  it('sends nothing after a cancellation', async () => {
    const club = await makeClub(test, WEEKLY);
    const orderId = await subscribe(club);
    await callOnOrder(club, 'cancel-order', orderId);
    await advanceDays(club, 6);
    expect(await remindersOf(club)).toEqual([]);
  });
});
