import { mailsOfStore } from './mail.ts';
import { startMailServer } from './mail-server.ts';
import { makeMerchant, makeStore } from './merchant.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** A store whose service has its own mail server, on the file's database. */
export async function makeMailing(test: TestApp, settings: Readonly<Record<string, string>> = {}) {
  // Mails queued by an earlier test must not reach this one's mailbox.
  await test.app.worker.runOnce();
  const server = await startMailServer();
  const source = { database: test.database, url: null, close: async () => {} };
  const more = { MAIL_FROM: 'shop@sender.example', SMTP_URL: server.url, ...settings };
  const mailing = await startTestApp(source, more);
  const owner = await makeMerchant(mailing);
  const store = await makeStore(owner, 'A "shop" <b>');
  const mails = () => mailsOfStore(mailing, store.id);
  return { server, mailing, owner, store, mails };
}
