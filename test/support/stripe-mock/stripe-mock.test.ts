import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { MOCK_SECRET_KEY, useStripeMock } from './stripe-mock.ts';

const mock = useStripeMock();
const AMOUNT = { amount: 990, currency: 'usd' };
const key = () => ({ idempotencyKey: crypto.randomUUID() });

/** The mock is only useful if it refuses what Stripe refuses. */
describe('the mock of Stripe', () => {
  it('refuses unknown, missing and malformed parameters', async () => {
    const { paymentIntents } = client();
    const unknown = paymentIntents.create({ ...AMOUNT, colour: 'red' } as typeof AMOUNT);
    await expect(unknown).rejects.toMatchObject({ statusCode: 400, code: 'parameter_unknown' });
    const missing = paymentIntents.create({ amount: 990 } as typeof AMOUNT);
    await expect(missing).rejects.toMatchObject({ code: 'parameter_missing', param: 'currency' });
    const float = paymentIntents.create({ ...AMOUNT, amount: 9.9 });
    await expect(float).rejects.toMatchObject({ code: 'parameter_invalid', param: 'amount' });
    const types = paymentIntents.create({
      ...AMOUNT,
      payment_method_types: ['card'],
    } as typeof AMOUNT);
    await expect(types).rejects.toMatchObject({ code: 'parameter_unknown' });
  });

  it('answers a repeated key with the same answer or error', async () => {
    const { paymentIntents } = client();
    const options = key();
    const first = await paymentIntents.create(AMOUNT, options);
    expect((await paymentIntents.create(AMOUNT, options)).id).toBe(first.id);
    const other = paymentIntents.create({ ...AMOUNT, amount: 991 }, options);
    await expect(other).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    const confirm = key();
    const declined = { payment_method: 'pm_card_visa_chargeDeclined' };
    for (let time = 0; time < 2; time += 1) {
      const attempt = paymentIntents.confirm(first.id, declined, confirm);
      await expect(attempt).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' });
      const { headers } = (await attempt.catch((error) => error)) as { headers: object };
      expect('idempotent-replayed' in headers).toBe(time > 0);
    }
    expect(mock.events('payment_intent.payment_failed')).toHaveLength(1);
  });

  it('allows only Stripe’s state changes of intents', async () => {
    const { paymentIntents } = client();
    const { id } = await paymentIntents.create(AMOUNT);
    await paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    const code = 'payment_intent_unexpected_state';
    const again = paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    await expect(again).rejects.toMatchObject({ statusCode: 400, code });
    await expect(paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400, code });
  });

  it('authenticates callers', async () => {
    const { customers } = client('sk_test_other');
    await expect(customers.create({})).rejects.toMatchObject({ statusCode: 401 });
  });
});

function client(secretKey = MOCK_SECRET_KEY): Stripe {
  const { hostname: host, port } = new URL(mock.url);
  const options = { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const;
  return new Stripe(secretKey, options);
}
