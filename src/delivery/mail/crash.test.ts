import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { needs } from '../../../test/support/needs.ts';
import { recordShopEvent } from '../../../test/support/shop-events.ts';
import { startTestApp, useTestApp } from '../../../test/support/test-app.ts';
import { runWithoutTriggers } from '../../../test/support/without-triggers.ts';
import { sql } from '../../database/database.ts';
import { claimDueMails } from '../../events/mail-delivery.queries.ts';
import { addMs } from '../../kit/time.ts';

const test = useTestApp();
closeMailServers();
const MINUTE_MS = 60_000;

describe('a worker that dies', () => {
  it('before handing over a mail loses none: another sends it once the lease has expired', async () => {
    const { server, mailing, store, mails } = await makeMailing(test);
    await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    const now = mailing.clock.now();
    await claimDueMails(
      mailing.database,
      uuidOf('STO', store.id),
      10,
      now,
      addMs(now, 5 * MINUTE_MS),
    );
    await mailing.app.worker.runOnce();
    expect(server.taken).toEqual([]);
    mailing.clock.advance(6 * MINUTE_MS);
    await mailing.app.worker.runOnce();
    expect(server.taken).toHaveLength(1);
    expect(await mails()).toMatchObject([{ status: 'success', attemptCount: 1 }]);
  });

  it('after handing one over sends it again with the same Message-ID', async () => {
    const { server, mailing, store } = await makeMailing(test);
    await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    await mailing.app.worker.runOnce();
    // As if the process had died between the server's response and the record.
    await runWithoutTriggers(
      mailing.database,
      sql`update email_delivery set status = 'pending'
        where store_id = ${uuidOf('STO', store.id)}`,
    );
    mailing.clock.advance(6 * MINUTE_MS);
    await mailing.app.worker.runOnce();
    const ids = server.taken.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('or not: two workers send each mail once', needs('server'), async () => {
    const { server, mailing, store } = await makeMailing(test);
    for (let made = 0; made < 30; made += 1) {
      await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    }
    const source = { database: test.database, url: null, close: async () => {} };
    const more = { SMTP_URL: server.url, MAIL_FROM: 'shop@sender.example' };
    const other = await startTestApp(source, more);
    await Promise.all([mailing.app.worker.runOnce(), other.app.worker.runOnce()]);
    expect(server.taken).toHaveLength(30);
  });
});
