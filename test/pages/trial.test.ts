import { describe, expect, it } from 'vitest';
import { addDays } from '../../src/kit/period.ts';
import { post } from '../support/merchant.ts';
import { stayOnOneDay } from '../support/same-day.ts';
import { BILLING, dataOf, makeCardToken, makeSession, type Shop } from '../support/selling.ts';
import { makeClub, onlyOrder, stateOf } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
stayOnOneDay(test);
const TRIAL = { metadata: { trialDays: 14 } };

describe('the page of a subscription', () => {
  it('shows what is due now and later, and starts the trial', async () => {
    const club = await makeClub(test, TRIAL);
    const path = await newPage(club);
    const page = await read(path);
    for (const text of [
      '14 days free',
      'then $9.90',
      'Start free trial',
      'charged $9.90 every month',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).toContain('name="amountDue" value="0.00"');
    const { orderId, status } = dataOf(await pay(path, '0.00'));
    expect(status).toBe('active');
    expect(await read(`${path}?order=${orderId}`)).toContain('Your free trial has started');
    expect(await stateOf(club, await onlyOrder(club))).toMatchObject({ periodNumber: 0 });
  });

  it('shows what is due today, when the first charge is and how to cancel', async () => {
    const club = await makeClub(test, TRIAL);
    const path = await newPage(club);
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
    const end = day.format(addDays(test.clock.now(), 14));
    const page = await read(path);
    expect(page).toMatch(/Subtotal<\/dt><dd>\$9\.90.*Tax<\/dt><dd>\$0\.00.*Total<\/dt><dd>\$9\.90/);
    expect(page).toMatch(/Due today<\/dt><dd id="due" data-full="\$9\.90">\$0\.00</);
    expect(page).toContain(`Trial ends</dt><dd>${end}`);
    expect(page).toContain(`First charge</dt><dd>$9.90 on ${end}`);
    expect(page).toContain(`Cancel before ${end} and you won’t be charged $9.90.`);
  });

  it('never charges more than the page has shown', async () => {
    const club = await makeClub(test, TRIAL);
    dataOf(await pay(await newPage(club), '0.00'));
    const path = await newPage(club);
    const refused = await pay(path, '0.00');
    expect(refused.body.errors[0].message).toBe('The amount due is 9.90 USD');
    dataOf(await pay(path, '9.90'));
  });

  it('shows the full price of a used trial to a visitor without JavaScript', async () => {
    const club = await makeClub(test, TRIAL);
    dataOf(await pay(await newPage(club), '0.00'));
    const answer = await submitForm(await newPage(club), '0.00');
    expect(answer.status).toBe(409);
    const page = await answer.text();
    expect(page).toContain('You’ve used this trial before');
    expect(page).toContain('name="amountDue" value="9.90"');
    expect(page).toContain('Pay $9.90');
  });

  it('shows the price of a paid trial, and the amount paid on the receipt', async () => {
    const prices = { USD: { amount: '9.90', taxCategory: 'saas', trialAmount: '1.00' } };
    const path = await newPage(await makeClub(test, { ...TRIAL, prices }));
    expect(await read(path)).toContain('$1.00 for the first 14 days');
    const { orderId } = dataOf(await pay(path, '1.00'));
    expect(await read(`${path}?order=${orderId}`)).toContain('$1.00');
  });
});

async function newPage(club: Shop): Promise<string> {
  return `/store/${club.store.slug}/checkout/${await makeSession(club)}`;
}

async function read(path: string): Promise<string> {
  return (await fetch(`${test.baseUrl}${path}`)).text();
}

async function pay(path: string, amountDue: string) {
  const body = {
    ...{ buyerEmail: 'buyer@example.com', billingDetail: BILLING, paymentMethod: 'card' },
    ...{ paymentToken: await makeCardToken(test), amountDue },
  };
  return post(test.baseUrl, `${path}/pay`, JSON.stringify(body));
}

function submitForm(path: string, amountDue: string): Promise<Response> {
  const typed = {
    ...{ buyerEmail: 'buyer@example.com', country: 'DE', amountDue },
    ...{ cardNumber: '4242424242424242', cardExpiry: '12/40', cardCvc: '123' },
  };
  const body = new URLSearchParams(typed);
  return fetch(`${test.baseUrl}${path}/pay`, { method: 'POST', body, redirect: 'manual' });
}
