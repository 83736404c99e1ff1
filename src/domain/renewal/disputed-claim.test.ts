import { expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { needs } from '../../../test/support/needs.ts';
import type { Shop } from '../../../test/support/selling.ts';
import { DAY_MS, makeClub, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql, type Tx } from '../../database/database.ts';
import { decodeId, newUuid } from '../../kit/id.ts';
import { createPayments } from '../../providers/payments.ts';
import { payments } from '../../sales.ts';
import { claimSteps } from './renew.ts';

const test = useTestApp();

it(
  'a subscription that is disputed while being claimed isn’t charged',
  needs('server'),
  async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    test.clock.advance(32 * DAY_MS);
    const now = () => test.clock.now();
    const steps = await claimSteps(
      {
        database: { transaction: (work) => test.database.transaction((tx) => work(disputing(tx))) },
        ports: { ...createPayments('none', test.database), payments },
        currentTime: now,
      },
      { storeId: uuidOf('STO', club.store.id), environment: 'test' },
      10,
    );
    expect(steps).toEqual([]);

    /** Another process records a dispute right after the statement that claims. */
    function disputing(tx: Tx): Tx {
      let isClaimed = false;
      const query: Tx['query'] = async (statement) => {
        const rows = await tx.query(statement);
        if (!isClaimed) await insertOpenDispute(club, orderId);
        isClaimed = true;
        return rows as never;
      };
      return { ...tx, query };
    }
  },
);

async function insertOpenDispute({ store }: Shop, orderId: string): Promise<void> {
  await test.database.query(sql`
    insert into dispute (id, store_id, environment, payment_id, provider_reference, status, reason,
      currency, amount_minor, subscription_order_id, created_at, return_id)
    select ${newUuid(test.clock.now())}::uuid, store_id, environment, id, 'dp_race', 'open',
      'fraudulent', currency, amount_minor, order_id, ${test.clock.now()}::timestamptz,
      ${newUuid(test.clock.now())}::uuid
    from payment where store_id = ${uuidOf('STO', store.id)} and order_id = ${decodeId('ORD', orderId)}`);
}
