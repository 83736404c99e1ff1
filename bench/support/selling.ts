import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, sql } from '../../src/database/database.ts';
import { openServer } from '../../src/database/open.ts';
import { type BenchMerchant, callOnce, signedRequest, signUpMerchant } from './merchant.ts';
import { backendCpu, cpuSince } from './postgres-cpu.ts';
import { runSellLoad, type SellingShop } from './sell-load.ts';
import { cpuMicroseconds, mainThreadMicroseconds, type Service, startService } from './service.ts';
import { type BenchStore, makeProduct, makeStore, PRODUCT } from './shop.ts';

/** Milliseconds between checks whether everything has been delivered and sent. */
const LOOK_MS = 20;
const STATEMENT_MS = 60_000;
const TEST_CARD = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' };

/** A service that sells, with a webhook subscribed to all events. */
export interface Selling {
  readonly service: Service;
  readonly merchant: BenchMerchant;
  readonly store: BenchStore;
  /** With current signatures, which are valid for five minutes. */
  readonly shop: () => SellingShop;
  readonly database: Database;
  stop(): Promise<void>;
}

/** Without a mail server, mails are written to the log. */
export async function startSelling({
  withMailServer = false,
}: {
  readonly withMailServer?: boolean;
}): Promise<Selling> {
  const receiver = await startHelper('receiver.mjs');
  const mails = await startHelper('mail-taker.mjs');
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}` };
  const service = await startService('postgres', withMailServer ? smtp : {});
  const merchant = await signUpMerchant(service);
  const store = await makeStore(service, merchant);
  const webhookUrl = `http://127.0.0.1:${receiver.port}/hook`;
  const shop = await openShop({ service, merchant, store }, webhookUrl);
  const database = await openServer(service.databaseUrl as string, 1, STATEMENT_MS);
  return {
    ...{ service, merchant, store, shop, database },
    stop: async () => {
      await database.close();
      await service.stop();
      receiver.child.disconnect();
      mails.child.disconnect();
    },
  };
}

/** The cost of a sale including everything that follows it: CPU microseconds, sales per second. */
export interface SellRound {
  readonly service: number;
  /** The part not spent in threads that sign or draw receipts. */
  readonly main: number;
  readonly postgres: number;
  /** While merchants and buyers were active. */
  readonly perSecond: number;
  /** Until the last webhook and mail was sent. */
  readonly perSecondToEnd: number;
  /** Milliseconds per payment under this load. */
  readonly p50: number;
  readonly p99: number;
}

export async function sellRound(
  { service, shop, database }: Selling,
  connections: number,
  seconds: number,
): Promise<SellRound> {
  const { port, pid } = service;
  // In production, autovacuum would keep the planner's statistics current.
  await database.query(sql`vacuum analyze`);
  const read = async () => ({
    service: await cpuMicroseconds(pid),
    main: await mainThreadMicroseconds(pid),
    postgres: await backendCpu(database),
  });
  const before = await read();
  const started = performance.now();
  const sold = await runSellLoad({ kind: 'sell', port, shop: shop(), connections, seconds });
  await untilDone(database);
  const secondsToEnd = (performance.now() - started) / 1_000;
  const after = await read();
  return {
    service: (after.service - before.service) / sold.count,
    main: (after.main - before.main) / sold.count,
    postgres: cpuSince(before.postgres, after.postgres) / sold.count,
    perSecond: sold.count / sold.seconds,
    perSecondToEnd: sold.count / secondsToEnd,
    p50: sold.p50,
    p99: sold.p99,
  };
}

/** Waits until everything has been delivered and sent. Throws if anything failed. */
async function untilDone(database: Database): Promise<void> {
  for (;;) {
    const [left] = await database.query<{ count: bigint }>(sql`
      select (select count(*) from webhook_delivery where status = 'pending')
        + (select count(*) from email_delivery where status = 'pending') as count`);
    if (!left?.count) break;
    await pause(LOOK_MS);
  }
  const [failed] = await database.query<{ count: bigint }>(sql`
    select (select count(*) from webhook_delivery where status <> 'success')
      + (select count(*) from email_delivery where status <> 'success') as count`);
  if (failed?.count) throw new Error(`${failed.count} deliveries and mails have failed`);
}

async function openShop(
  { service, merchant, store }: Pick<Selling, 'service' | 'merchant' | 'store'>,
  webhookUrl: string,
): Promise<() => SellingShop> {
  const productId = await makeProduct(service, merchant, store);
  const webhook = { storeId: store.id, channel: 'http', url: webhookUrl, testMode: true };
  await callOnce(service, merchant, 'store/add-webhook', {
    ...webhook,
    events: ['order.completed'],
  });
  const signed = (path: string, make: (index: number) => object) =>
    Array.from({ length: 64 }, (_, index) =>
      signedRequest(merchant, path, make(index)).toString('base64'),
    );
  const paymentToken = await makeCardToken(service);
  return () => ({
    slug: store.slug,
    productName: PRODUCT.name,
    sessionRequests: signed('checkout/create-session', () => ({ productId, currency: 'USD' })),
    tokenRequests: signed('auth/issue-session-token', (index) => ({
      storeId: store.id,
      buyerIdentity: `buyer-${index}`,
    })),
    payment: {
      buyerEmail: 'buyer@example.com',
      billingDetail: { country: 'DE', isBusiness: false },
      paymentMethod: 'card',
      paymentToken,
    },
  });
}

async function makeCardToken({ baseUrl }: Service): Promise<string> {
  const response = await fetch(`${baseUrl}/sandbox/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(TEST_CARD),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

async function startHelper(name: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(import.meta.dirname, name));
  const port = await new Promise<number>((resolve) => {
    child.once('message', (message) => resolve(Number(message)));
  });
  return { child, port };
}
