import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { codeMailedTo, mailsOfStore } from '../../../test/support/mail.ts';
import { closeMailServers, type MailServer } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { recordShopEvent } from '../../../test/support/shop-events.ts';
import { type TestApp, useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';

const test = useTestApp();
closeMailServers();
const MINUTE_MS = 60_000;

function sourceTo(server: MailServer, address: string): string {
  const mail = server.taken.find(({ to }) => to.includes(address));
  if (!mail) throw new Error(`Nothing was sent to ${address}`);
  return mail.source.replace(/=\r\n/g, '').replaceAll('=3D', '=');
}

/** What the service counted, by outcome. */
async function attemptsOf({ baseUrl }: TestApp): Promise<Record<string, number>> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const lines = text.matchAll(/^tillgate_mail_attempts_total\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
}

describe('mails over SMTP', () => {
  it('reach buyer and merchant, each once, with text and HTML', async () => {
    const { server, mailing, owner, store, mails } = await makeMailing(test);
    await recordShopEvent(mailing, store.id, 'order.completed');
    await mailing.app.worker.runOnce();
    await mailing.app.worker.runOnce();
    expect(server.taken.map(({ to }) => to).sort()).toEqual(
      [[owner.email], ['buyer@example.com']].sort(),
    );
    const source = sourceTo(server, 'buyer@example.com');
    const [mail] = await mails();
    expect(source).toMatch(/^From: "A \\"shop\\" <b>" <shop@sender\.example>\r$/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(source).toContain(`Message-ID: <${mail?.id}@sender.example>`);
    expect(source).toContain('Content-Type: text/plain');
    expect(source).toContain('Content-Type: text/html');
    expect(source).toContain('A &quot;shop&quot; &lt;b&gt;');
    expect(source).toContain('$29.00');
    expect(await mails()).toMatchObject([
      { status: 'success', attemptCount: 1, error: null },
      { status: 'success', attemptCount: 1, error: null },
    ]);
  });

  it('let merchants, not buyers, unsubscribe with one click', async () => {
    const { server, mailing, owner, store } = await makeMailing(test);
    await recordShopEvent(mailing, store.id, 'order.completed');
    await mailing.app.worker.runOnce();
    expect(sourceTo(server, 'buyer@example.com')).not.toContain('List-Unsubscribe');
    const source = sourceTo(server, owner.email);
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const token = /unsubscribe\?token=([\w-]+)/.exec(source.replace(/\r\n\s/g, ''))?.[1];
    const url = `${mailing.baseUrl}/notifications/unsubscribe?token=${token}`;
    expect((await fetch(url)).status).toBe(200);
    const click = { method: 'POST', body: 'List-Unsubscribe=One-Click' };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const recorded = async () => {
      await recordShopEvent(mailing, store.id, 'order.completed');
      const mails = await mailsOfStore(mailing, store.id);
      return mails.filter(({ recipientType }) => recipientType === 'merchant').length;
    };
    expect(await recorded()).toBe(2);
    expect((await fetch(url, { ...click, headers })).status).toBe(200);
    expect(await recorded()).toBe(2);
    expect((await fetch(`${url}&undo=1`, { ...click, headers })).status).toBe(200);
    expect(await recorded()).toBe(3);
    expect((await fetch(`${url}x`, { ...click, headers })).status).toBe(404);
  });

  it('direct buyers’ replies to the support email', async () => {
    const { server, mailing, store } = await makeMailing(test);
    await mailing.database.query(sql`
      update store set support_email = 'help@shop.example'
      where id = ${uuidOf('STO', store.id)}`);
    await recordShopEvent(mailing, store.id, 'refund.succeeded');
    await mailing.app.worker.runOnce();
    const source = sourceTo(server, 'buyer@example.com');
    expect(source).toMatch(/^Reply-To: .*<help@shop\.example>\r$/m);
  });

  it('carry a code, which is not kept afterwards', async () => {
    const { server, mailing, owner, store, mails } = await makeMailing(test);
    const email = 'help@code.example';
    await owner.call('store/bind-support-email', { storeId: store.id, email });
    const code = await codeMailedTo(mailing, email);
    await mailing.app.worker.runOnce();
    expect(sourceTo(server, email)).toContain(code);
    expect(await mails()).toMatchObject([{ status: 'success', text: null, sealedCode: null }]);
  });

  it('are retried after a temporary failure', async () => {
    const { server, mailing, owner, store, mails } = await makeMailing(test);
    server.refuse(451);
    await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    await mailing.app.worker.runOnce();
    expect(await mails()).toMatchObject([
      { status: 'pending', attemptCount: 1, error: 'Mail server refused an address (451)' },
    ]);
    server.refuse(null);
    await mailing.app.worker.runOnce();
    expect(server.taken).toEqual([]);
    mailing.clock.advance(MINUTE_MS);
    await mailing.app.worker.runOnce();
    expect(server.taken.map(({ to }) => to)).toEqual([[owner.email]]);
    expect(await mails()).toMatchObject([{ status: 'success', attemptCount: 2, error: null }]);
  });

  it('are counted by outcome in the metrics, but not if they are only kept in the log', async () => {
    const { server, mailing, store } = await makeMailing(test);
    expect(await attemptsOf(mailing)).toEqual({ sent: 0, failed: 0, given_up: 0 });
    const attempt = async () => {
      await mailing.app.worker.runOnce();
      mailing.clock.advance(MINUTE_MS);
    };
    server.refuse(451);
    await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    await attempt();
    expect(await attemptsOf(mailing)).toEqual({ sent: 0, failed: 1, given_up: 0 });
    server.refuse(550);
    await attempt();
    expect(await attemptsOf(mailing)).toEqual({ sent: 0, failed: 1, given_up: 1 });
    server.refuse(null);
    await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    await attempt();
    expect(await attemptsOf(mailing)).toEqual({ sent: 1, failed: 1, given_up: 1 });
    // This service has no mail server.
    await recordShopEvent(test, store.id, 'subscription.uncanceled');
    await test.app.worker.runOnce();
    expect(await attemptsOf(test)).toMatchObject({ sent: 0 });
  });

  it('fail immediately when the address is permanently rejected', async () => {
    const { server, mailing, store, mails } = await makeMailing(test);
    server.refuse(550);
    await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    await mailing.app.worker.runOnce();
    expect(await mails()).toMatchObject([
      { status: 'failed', attemptCount: 1, error: 'Mail server refused an address (550)' },
    ]);
  });

  it('fail after the last attempt, without revealing the server’s name or password', async () => {
    const { mailing, store, mails } = await makeMailing(test, {
      SMTP_URL: 'smtp://user:hunter2@127.0.0.1:9',
    });
    await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await mailing.app.worker.runOnce();
      mailing.clock.advance(24 * 60 * MINUTE_MS);
    }
    expect(await mails()).toMatchObject([{ status: 'failed', attemptCount: 8 }]);
    expect((await mails()).map(({ error }) => error)).toEqual(['Mail server cannot be reached']);
  });

  it('drop a code that expired while waiting', async () => {
    const { server, mailing, owner, store, mails } = await makeMailing(test);
    const body = { storeId: store.id, email: 'late@code.example' };
    await owner.call('store/bind-support-email', body);
    mailing.clock.advance(11 * MINUTE_MS);
    await mailing.app.worker.runOnce();
    expect(server.taken).toEqual([]);
    expect(await mails()).toMatchObject([{ status: 'failed', sealedCode: null }]);
  });

  it('that can’t be prepared count as failed attempts, and end when they expire', async () => {
    const { server, mailing, owner, store, mails } = await makeMailing(test);
    const body = { storeId: store.id, email: 'unsealed@code.example' };
    await owner.call('store/bind-support-email', body);
    // As if the key with which the code was sealed were gone.
    await mailing.database.query(sql`update email_delivery set sealed_code = 'AAAA'
      where store_id = ${uuidOf('STO', store.id)}`);
    await mailing.app.worker.runOnce();
    const error = 'Message could not be prepared';
    expect(await mails()).toMatchObject([{ status: 'pending', attemptCount: 1, error }]);
    mailing.clock.advance(11 * MINUTE_MS);
    await mailing.app.worker.runOnce();
    expect(server.taken).toEqual([]);
    expect(await mails()).toMatchObject([{ status: 'failed', attemptCount: 2 }]);
  });

  it('stay as they ended: the database refuses any other state', async () => {
    const { mailing, store, mails } = await makeMailing(test);
    await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    await mailing.app.worker.runOnce();
    const move = (status: string) =>
      mailing.database.query(sql`
        update email_delivery set status = ${status}
        where store_id = ${uuidOf('STO', store.id)}`);
    await expect(move('pending')).rejects.toThrow('illegal move of email_delivery');
    await expect(move('failed')).rejects.toThrow('illegal move of email_delivery');
    expect(await mails()).toMatchObject([{ status: 'success' }]);
  });
});
