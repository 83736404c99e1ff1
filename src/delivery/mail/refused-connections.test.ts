import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { recordShopEvent } from '../../../test/support/shop-events.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();
closeMailServers();
const closed = createServer((socket) => socket.end('554 No SMTP service here\r\n'));
afterAll(() => {
  closed.close();
});

describe('a 5xx reply that is not about the mail', () => {
  it.each([
    [503, 'Bad sequence of commands'],
    [530, 'Authentication required'],
    [535, 'Authentication credentials invalid'],
  ])('leaves it to a retry: %i %s', async (reply) => {
    const { server, mailing, store, mails } = await makeMailing(test);
    server.refuse(reply);
    await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    await mailing.app.worker.runOnce();
    const error = `Mail server refused an address (${reply})`;
    expect(await mails()).toMatchObject([{ status: 'pending', attemptCount: 1, error }]);
  });

  it('leaves it to a retry: a server that refuses the connection', async () => {
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    const settings = { SMTP_URL: `smtp://127.0.0.1:${port}` };
    const { mailing, store, mails } = await makeMailing(test, settings);
    await recordShopEvent(mailing, store.id, 'subscription.uncanceled');
    await mailing.app.worker.runOnce();
    const error = 'Mail could not be handed over (554)';
    expect(await mails()).toMatchObject([{ status: 'pending', attemptCount: 1, error }]);
  });
});
