import { expect, it } from 'vitest';
import { chargesOf, type Member, makeChange, makeMember, statesOf } from '../support/changing.ts';
import { DECLINED_CARD } from '../support/selling.ts';
import { replaceCard } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, useChromium, widthOf } from './chromium.ts';

const test = useTestApp();
const browser = useChromium();
/** The provider never receives the charge, and the worker voids it within a minute. */
const LOST_CARD = '4000000000006611';
/** Charges are approved after a while. */
const APPROVED_LATER_CARD = '4000000000006629';

function addressOf({ club }: Member, sessionId: string): string {
  return `${test.baseUrl}/store/${club.store.slug}/change/${sessionId}`;
}

describeInChromium('the page of a plan change', () => {
  it('shows what is due now and next, and changes the plan using only the keyboard', async () => {
    const member = await makeMember(test);
    const sessionId = await makeChange(member);
    const page = await browser.open({ viewport: { width: 1280, height: 900 } });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(`${addressOf(member, sessionId)}#token=secret`);
    expect(page.url()).not.toContain('secret');
    const text = await page.innerText('main');
    for (const part of ['A plan', 'Pro', '$19.80 every month', '−$9.90', 'Visa ending in 4242']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('You agree to be charged $19.80 every month until you cancel.');
    await page.focus('#submit');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.notice.good');
    expect(await page.title()).toContain('Your plan was changed');
    const back = await page.getByText('Your orders and receipts').getAttribute('href');
    expect(back).toBe('../portal?environment=test');
    const orderId = new URL(page.url()).searchParams.get('order') as string;
    expect(await chargesOf(member.club, orderId)).toEqual([990]);
    expect(problems).toEqual([]);
  });

  it('links to the portal while the charge is in progress', async () => {
    const member = await makeMember(test);
    await replaceCard(member.club, member.orderId, APPROVED_LATER_CARD);
    const page = await browser.open();
    await page.goto(addressOf(member, await makeChange(member)));
    await page.click('#submit');
    const back = page.getByRole('link', { name: 'Your orders and receipts' });
    await back.waitFor();
    expect(await page.locator('[data-state]').first().getAttribute('data-state')).toBe('pending');
    expect(await back.getAttribute('href')).toBe('../portal?environment=test');
  });

  it('says that the charge in progress has failed', async () => {
    const member = await makeMember(test);
    await replaceCard(member.club, member.orderId, LOST_CARD);
    const page = await browser.open();
    await page.goto(addressOf(member, await makeChange(member)));
    await page.click('#submit');
    await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor();
    test.clock.advance(61_000);
    await test.app.worker.runOnce();
    await page.getByRole('alert').getByText('The payment couldn’t be completed.').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('problem');
    expect(await page.isVisible('#submit')).toBe(true);
  }, 120_000);

  it('accepts another card without JavaScript, and reports a declined one', async () => {
    const member = await makeMember(test);
    await replaceCard(member.club, member.orderId, DECLINED_CARD);
    const sessionId = await makeChange(member, { darkMode: true });
    const viewport = { width: 360, height: 740 };
    const page = await browser.open({ javaScriptEnabled: false, viewport });
    await page.goto(addressOf(member, sessionId));
    const submit = async () => {
      await page.click('#submit');
      await page.waitForLoadState('load');
    };
    expect(await page.isVisible('#cardNumber')).toBe(false);
    await submit();
    expect(await page.innerText('#problem')).toContain('declined');
    await page.check('#with-other');
    await submit();
    expect(await page.innerText('#cardNumber-error')).not.toBe('');
    const pay = async (number: string) => {
      await page.fill('#cardNumber', number);
      await page.fill('#cardExpiry', '12/40');
      await page.fill('#cardCvc', '123');
      await submit();
    };
    await pay(DECLINED_CARD);
    expect(await page.isChecked('#with-other')).toBe(true);
    await pay('4242424242424242');
    expect(await page.innerText('main')).toContain('You are now subscribed to Pro');
    expect(await widthOf(page)).toBeLessThanOrEqual(360);
  });

  it('keeps a declined card in its fields', async () => {
    const member = await makeMember(test);
    const page = await browser.open();
    await page.goto(addressOf(member, await makeChange(member)));
    await page.check('#with-other');
    await page.click('#submit');
    expect(await page.evaluate('document.activeElement.id')).toBe('cardNumber');
    await page.locator('#cardNumber').pressSequentially(DECLINED_CARD);
    await page.locator('#cardExpiry').pressSequentially('1240');
    await page.fill('#cardCvc', '123');
    await page.click('#submit');
    await page.getByText('Your payment was declined').waitFor();
    expect(await page.inputValue('#cardNumber')).toBe('4000 0000 0000 0002');
    await page.fill('#cardNumber', '4242424242424242');
    await page.click('#submit');
    await page.waitForSelector('.notice.good');
  });

  it('shows the new amount if the page was open for hours, before another card pays it', async () => {
    const member = await makeMember(test);
    const page = await browser.open();
    await page.goto(addressOf(member, await makeChange(member, { expiresInSeconds: 86_400 })));
    await page.check('#with-other');
    await page.fill('#cardNumber', '4242424242424242');
    await page.fill('#cardExpiry', '12/40');
    await page.fill('#cardCvc', '123');
    expect(await page.innerText('#submit')).toContain('$9.90');
    test.clock.advance(3 * 60 * 60_000);
    await page.click('#submit');
    await page.getByText('The amount due has changed').waitFor();
    const shown = /\$(\d+)\.(\d\d)/.exec(await page.innerText('#submit'));
    const due = Number(`${shown?.[1]}${shown?.[2]}`);
    expect(due).toBeGreaterThan(990);
    expect(await page.inputValue('#cardNumber')).toContain('4242');
    await page.click('#submit');
    await page.waitForSelector('.notice.good');
    const orderId = new URL(page.url()).searchParams.get('order') as string;
    expect(await chargesOf(member.club, orderId)).toEqual([due]);
  });

  it('can be confirmed again after the way back to it', async () => {
    const member = await makeMember(test);
    const page = await browser.open();
    await page.goto(addressOf(member, await makeChange(member)));
    const idle = await page.innerText('#submit');
    // The page stays, as if the request had been stopped.
    await page.evaluate(() =>
      addEventListener('submit', (event) => event.preventDefault(), { once: true }),
    );
    await page.click('#submit');
    await page.getByText('Changing your plan…').first().waitFor();
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    expect(await page.innerText('#submit')).toBe(idle);
    await page.click('#submit');
    await page.waitForSelector('.notice.good');
  });

  it('schedules a change, and says that nothing is charged until then', async () => {
    const member = await makeMember(test);
    const sessionId = await makeChange(member, { changeTiming: 'next_period', darkMode: true });
    const page = await browser.open({ viewport: { width: 1280, height: 900 } });
    await page.goto(addressOf(member, sessionId));
    expect(await page.innerText('#submit')).toBe('Confirm the change');
    expect(await page.innerText('main')).toContain('You won’t be charged before then.');
    await page.dblclick('#submit');
    await page.waitForSelector('.notice.good');
    expect(await statesOf(member.club, member.orderId)).toEqual(['active']);
    expect(await page.innerText('main')).toContain('You’ll be subscribed to Pro');
  });
});
