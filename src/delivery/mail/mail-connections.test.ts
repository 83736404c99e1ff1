import { describe, expect, it } from 'vitest';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { recordShopEvent } from '../../../test/support/shop-events.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();
closeMailServers();

async function mailOne({ mailing, store }: Awaited<ReturnType<typeof makeMailing>>): Promise<void> {
  await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
  await mailing.app.worker.runOnce();
}

describe('mails that follow each other', () => {
  it('share a connection', async () => {
    const shop = await makeMailing(test);
    for (let sent = 0; sent < 3; sent += 1) await mailOne(shop);
    expect(shop.server.taken).toHaveLength(3);
    expect(shop.server.opened()).toBe(1);
  });

  it('are sent at the first attempt after the server has closed the connection', async () => {
    const shop = await makeMailing(test);
    for (let sent = 0; sent < 3; sent += 1) {
      await mailOne(shop);
      shop.server.hangUp();
    }
    expect(shop.server.taken).toHaveLength(3);
    expect(shop.server.opened()).toBe(3);
    const attempts = (await shop.mails()).map(({ status, attemptCount }) => [status, attemptCount]);
    expect(attempts).toEqual(Array.from({ length: 3 }, () => ['success', 1]));
  });

  it('share it after one of them was refused', async () => {
    const shop = await makeMailing(test);
    shop.server.refuse(550);
    await mailOne(shop);
    shop.server.refuse(null);
    await mailOne(shop);
    expect(shop.server.taken).toHaveLength(1);
    expect(shop.server.opened()).toBe(1);
  });
});
