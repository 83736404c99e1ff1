import { expect, it } from 'vitest';
import { addPriced, changePlan, makeMember, statesOf } from '../support/changing.ts';
import { advanceDays } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();

/** A subscription that changes to a cheaper plan when its period ends, and its page. */
async function openChanging() {
  const member = await makeMember(test);
  const { club, orderId } = member;
  const basic = await addPriced(club, '2.00', { name: 'Basic' });
  const next = await changePlan({ ...member, pro: basic });
  const path = `test/${club.store.id}/subscriptions/${orderId}`;
  const page = await openAs(test, browser, club.merchant, path);
  const dialog = page.getByRole('dialog', { name: 'Withdraw this plan change?' });
  return {
    ...{ club, orderId, next, page, dialog },
    timeline: page.getByRole('region', { name: 'Timeline' }),
    withdraw: page.getByRole('button', { name: 'Withdraw plan change' }),
    answer: () => dialog.getByRole('button', { name: 'Withdraw plan change' }).click(),
  };
}

describeInChromium('a plan change for the next period', () => {
  it('is shown instead of a renewal, with its plan', async () => {
    const { club, next, page, timeline } = await openChanging();
    await timeline.getByRole('link', { name: 'Changes to Basic' }).waitFor();
    const headline = page.getByRole('region', { name: 'Price, monthly' });
    await headline.getByText('; changes to Basic').waitFor();
    expect(await page.getByText(/[Rr]enews/).count()).toBe(0);
    await expectUsable(page);
    await headline.getByRole('link', { name: 'Basic' }).click();
    await page.waitForURL(new RegExp(next));
    await page.goto(`${test.baseUrl}/dashboard/test/${club.store.id}/test-clock`);
    await page.getByText('A plan changes to Basic').waitFor();
  });

  it('is withdrawn after confirmation, so that the plan renews', async () => {
    const { club, orderId, next, page, timeline, withdraw, answer } = await openChanging();
    await withdraw.click();
    await page.getByText('instead of changing to Basic').waitFor();
    await expectUsable(page);
    await answer();
    await page.getByText('Plan change withdrawn').waitFor();
    await timeline.getByText('Renews for $9.90').waitFor();
    await expect.poll(() => withdraw.count()).toBe(0);
    expect(await statesOf(club, orderId, next)).toEqual(['active', 'canceled']);
  });

  it('is not withdrawn if the plan has changed meanwhile, and the new plan stays', async () => {
    const { club, orderId, next, page, withdraw, dialog, answer } = await openChanging();
    await withdraw.click();
    await dialog.waitFor();
    await advanceDays(club, 31);
    await answer();
    await page.getByText(/^It’s too late: the plan change has taken effect/).waitFor();
    expect(await statesOf(club, orderId, next)).toEqual(['canceled', 'active']);
  });
});
