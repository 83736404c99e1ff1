import { createPublicKey } from 'node:crypto';
import { EVENT_TYPES } from '../events/event-types.ts';
import { type DemoCall, signedDemoCall, succeed } from './demo-calls.ts';
import type { Demo, SeededDemo } from './demo-file.ts';
import { DEMO_PRODUCTS } from './demo-products.ts';

/**
 * Creates the demo's merchant, key, store, products and webhook through the real actions. Each step
 * can be repeated, so the next start completes an interrupted one. Throws if a call is refused.
 */
export async function seedDemo(call: DemoCall, demo: Demo, now: () => Date): Promise<SeededDemo> {
  const account = await openAccount(call, demo);
  await registerKey(call, demo, account.cookie);
  const signed = signedDemoCall(call, account.merchantId, demo.privateKey, now);
  const { store } = await succeed(
    'create-store',
    signed('store/create-store', { name: 'Demo Store' }, once('demo-store')),
  );
  const productIds: string[] = [];
  for (const [index, product] of DEMO_PRODUCTS.entries()) {
    const body = { storeId: store.id, ...product };
    const reply = signed('onetime-product/create-product', body, once(`demo-product-${index}`));
    productIds.push((await succeed('create-product', reply)).product.id);
  }
  const { webhook } = await succeed(
    'add-webhook',
    signed(
      'store/add-webhook',
      {
        storeId: store.id,
        channel: 'http',
        url: inspectorUrl(demo),
        events: EVENT_TYPES,
        testMode: true,
      },
      once('demo-webhook'),
    ),
  );
  return {
    merchantId: account.merchantId,
    storeId: store.id,
    storeSlug: store.slug,
    productId: productIds[0] as string,
    webhookId: webhook.id,
  };
}

/** Where the demo's webhook delivers to and its deliveries are shown. */
export function inspectorUrl(demo: Demo): string {
  return `${demo.baseUrl}/inspector/${demo.inspectorId}`;
}

/** One idempotency key per step: repeating it repeats the response, not the effect. */
function once(key: string): Record<string, string> {
  return { 'x-idempotency-key': key };
}

async function openAccount(call: DemoCall, { email, password }: Demo) {
  const signUp = await call('merchant/sign-up', { email, password, name: 'Demo Merchant' });
  const opened =
    signUp.status === 200 ? signUp : await call('merchant/log-in', { email, password });
  if (opened.status !== 200 || opened.cookie === null) {
    throw new Error(`sign-up answered ${signUp.status}: ${signUp.message}`);
  }
  return { merchantId: opened.data.merchant.id as string, cookie: opened.cookie };
}

async function registerKey(call: DemoCall, demo: Demo, cookie: string): Promise<void> {
  const publicKey = createPublicKey(demo.privateKey)
    .export({ type: 'spki', format: 'pem' })
    .toString();
  const body = { environment: demo.environment, nickname: 'Demo key', publicKey };
  const { status, message } = await call('api-key/create-key', body, { cookie });
  // An interrupted start has already registered it; only then is the nickname taken.
  if (status !== 200 && message !== 'Nickname is already used in this environment') {
    throw new Error(`create-key answered ${status}: ${message}`);
  }
}
