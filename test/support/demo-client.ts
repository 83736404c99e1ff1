import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { post, type Reply, signHeaders } from './merchant.ts';

/** The demo file that a started service writes. */
export interface DemoFileContent {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
  readonly inspectorId: string;
  readonly merchantId: string;
  readonly privateKey: string;
  readonly storeId: string;
  readonly storeSlug: string;
  readonly productId: string;
}

export async function readDemo(folder: string): Promise<DemoFileContent> {
  return JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8'));
}

/** Calls actions with the key of the demo file. */
export function demoClient(baseUrl: string, demo: DemoFileContent) {
  const key = createPrivateKey(demo.privateKey);
  return (action: string, body: unknown): Promise<Reply> => {
    const target = `/v1/actions/${action}`;
    const text = JSON.stringify(body);
    return post(baseUrl, target, text, signHeaders(target, text, demo.merchantId, key));
  };
}

/**
 * A paid order over HTTP, created as a merchant's program and a buyer's page do; returns the last
 * answer.
 */
export async function buyFromDemo(baseUrl: string, demo: DemoFileContent): Promise<Reply> {
  const call = demoClient(baseUrl, demo);
  const asked = { productId: demo.productId, currency: 'USD' };
  const session = await call('checkout/create-session', asked);
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2035, cvc: '123' };
  const made = await post(baseUrl, '/sandbox/tokens', JSON.stringify(card));
  const { pathname } = new URL(session.body.data.checkoutUrl);
  const payment = {
    buyerEmail: 'buyer@example.com',
    billingDetail: { country: 'DE', isBusiness: false },
    paymentMethod: 'card',
    paymentToken: made.body.data.token,
  };
  return post(baseUrl, `${pathname}/pay`, JSON.stringify(payment));
}
