import { describe, expect, it, vi } from 'vitest';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { needs } from '../../../test/support/needs.ts';
import { recordShopEvent } from '../../../test/support/shop-events.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { startWorkerProcess } from '../../../test/support/worker-process.ts';

const test = useTestApp();
closeMailServers();
const MAILS = 160;
/** Numbers of received mails after which the current worker is killed while sending. */
const KILLS = [20, 60, 100];
/** Mails that a worker claims at a time: a kill repeats at most that many. */
const CLAIMED_AT_ONCE = 8;
const LONGER_THAN_A_LEASE_MS = 6 * 60_000;

describe('mails whose workers are killed with kill -9', needs('server'), () => {
  it('all arrive, those being sent during a kill at most twice, each with one Message-ID', async () => {
    const { server, mailing, store, mails } = await makeMailing(test);
    for (let made = 0; made < MAILS; made += 1) {
      await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    }
    const url = test.databaseUrl as string;
    const settings = { SMTP_URL: server.url, MAIL_FROM: 'shop@sender.example' };
    for (const count of KILLS) {
      const kill = await startWorkerProcess(url, settings);
      const reached = () => expect(server.taken.length).toBeGreaterThanOrEqual(count);
      await vi.waitFor(reached, { timeout: 30_000, interval: 2 });
      await kill();
      expect(server.taken.length).toBeLessThan(MAILS);
    }
    mailing.clock.advance(LONGER_THAN_A_LEASE_MS);
    await mailing.app.worker.runOnce();
    const ids = server.taken.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    expect(new Set(ids).size).toBe(MAILS);
    expect(ids.length).toBeLessThanOrEqual(MAILS + KILLS.length * CLAIMED_AT_ONCE);
    const sent = await mails();
    expect(sent).toHaveLength(MAILS);
    expect(sent.every(({ status }) => status === 'success')).toBe(true);
  }, 120_000);
});
