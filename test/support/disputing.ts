import { recordDispute } from '../../src/domain/dispute/record-dispute.ts';
import { uuidOf } from './catalogue.ts';
import { post } from './merchant.ts';
import type { Outside } from './outside.ts';
import type { Received } from './receiver.ts';
import type { Sale } from './refunding.ts';
import type { TestApp } from './test-app.ts';

/** Test cards whose payments are disputed, and how that ends. */
export const LOST = '4000000000000259';
export const WON = '4000000000002685';
/** Milliseconds from a charge to its dispute, and from there to the bank's decision. */
export const DISPUTED_MS = 3_000;
export const DECIDED_MS = 60_000;

/** Lets time pass and hands on the provider's callbacks. The service's public address is `outside`. */
export function useCallbacks(test: TestApp, outside: Outside) {
  /** The callbacks sent in the time that passes, without handing them on. */
  const collect = async (ms: number): Promise<Received[]> => {
    const before = outside.received.length;
    test.clock.advance(ms);
    await test.app.worker.runOnce();
    return outside.received.slice(before);
  };
  /** Statuses of the answers. */
  const hand = async (callbacks: readonly Received[]): Promise<number[]> => {
    const replies = await Promise.all(
      callbacks.map(({ body, headers, path }) => {
        const signature = String(headers['sandbox-signature']);
        return post(test.baseUrl, path, body, { 'sandbox-signature': signature });
      }),
    );
    return replies.map(({ status }) => status);
  };
  /** Hands every callback on as often as given. */
  const pass = async (ms: number, times = 1): Promise<void> => {
    const sent = await collect(ms);
    const callbacks = Array.from({ length: times }, () => sent).flat();
    const statuses = await hand(callbacks);
    if (statuses.some((status) => status !== 200)) throw new Error(`Answered ${statuses}`);
  };
  return { collect, hand, pass };
}

/**
 * Records a dispute of a sale as if the provider had reported it; a second call says how it ended.
 * The sandbox itself knows nothing of it.
 */
export async function recordDisputeOf(
  test: TestApp,
  { shop, paymentId }: Sale,
  status: 'open' | 'won' | 'lost' = 'open',
): Promise<void> {
  const payment = { id: uuidOf('PAY', paymentId), storeId: uuidOf('STO', shop.store.id) };
  const amount = { amountMinor: 990n, currency: 'USD' };
  const dispute = { reference: 'dp_1', status, reason: 'fraudulent', amount, respondBy: null };
  await test.database.transaction((tx) => recordDispute(tx, payment, dispute, test.clock.now()));
}
