import { describe, expect, it } from 'vitest';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { post } from '../../../test/support/merchant.ts';
import { stayOnOneDay } from '../../../test/support/same-day.ts';
import {
  callAsBuyer,
  dataOf,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
} from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { createSandboxToken } from './create-sandbox-token.ts';

const test = useTestApp();
stayOnOneDay(test);
const CARD = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2099, cvc: '123' };
const send = (change: object = {}) =>
  post(test.baseUrl, '/sandbox/tokens', JSON.stringify({ ...CARD, ...change }));

describe('checkout/create-sandbox-token', () => {
  it('returns a token, the brand and the last four digits', async () => {
    expect(dataOf(await send())).toEqual({
      token: expect.stringMatching(/^tok_sandbox_\S{22}$/),
      brand: 'visa',
      last4: '4242',
    });
  });

  it('accepts month and year as a form sends them', async () => {
    expect((await send({ expMonth: '01', expYear: '99' })).status).toBe(200);
  });

  it('accepts a card until the end of its expiry month', async () => {
    const now = test.clock.now();
    const expiry = { expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() };
    expect((await send(expiry)).status).toBe(200);
  });

  it('doesn’t store the card number', async () => {
    await send({ number: '2226900000000110' });
    const rows = await test.database.query(sql`select * from sandbox_token`);
    expect(JSON.stringify(rows)).not.toContain('2226900000000110');
  });

  it.each([
    ['4242424242424242', 'visa', 200],
    ['4576750000000110', 'visa', 200],
    ['2226900000000110', 'mastercard', 200],
    ['4001700000000110', 'visa', 200],
    ['2226930000000110', 'mastercard', 200],
    ['4000000000000341', 'visa', 200],
    ['4000000000005126', 'visa', 200],
    ['4576750000000220', 'visa', 400],
    ['2226900000000220', 'mastercard', 400],
    ['4001700000000220', 'visa', 400],
    ['2226930000000220', 'mastercard', 400],
    ['4000000000000002', 'visa', 400],
  ])('treats %s as documented', async (number, brand, status) => {
    const card = dataOf(await send({ number }));
    expect(card.brand).toBe(brand);
    const shop = await makeShop(test);
    const body = { ...(await payingBody(test, await makeSession(shop))), paymentToken: card.token };
    const token = await makeBuyerToken(shop);
    const reply = await callAsBuyer(test, token, 'onetime-order/create-order', body);
    expect(reply.status).toBe(status);
  });

  it('declines every charge to 4000000000000341 except the first', async () => {
    const { token: paymentToken } = dataOf(await send({ number: '4000000000000341' }));
    const shop = await makeShop(test);
    const pay = async () => {
      const body = { ...(await payingBody(test, await makeSession(shop))), paymentToken };
      return callAsBuyer(test, await makeBuyerToken(shop), 'onetime-order/create-order', body);
    };
    expect((await pay()).status).toBe(200);
    expect((await pay()).body.errors[0].message).toBe('Payment declined: card_declined');
  });
});

describeErrorRows(createSandboxToken, {
  invalidNumber: () => send({ number: '4242' }),
  invalidExpiry: () => send({ expMonth: 13 }),
  expired: () => send({ expYear: 2020 }),
  invalidCode: () => send({ cvc: '12' }),
  unknownCard: () => send({ number: '4111111111111111' }),
});
