// What merchants and buyers do all day, over real HTTP: a session, a token for the buyer and the
// paid order, with the webhook and mails that follow. Then paying alone, and the checkout page at a
// steady rate.

import { benchServerUrl } from './support/bench-server.ts';
import { median, report } from './support/report.ts';
import { bar, type Figure } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { runSellLoad } from './support/sell-load.ts';
import { type Selling, type SellRound, sellRound, startSelling } from './support/selling.ts';

const SECONDS = scaled(5, 1);
const ROUNDS = scaled(5, 1);
const CONNECTIONS = 16;
const SALES = scaled(300, 30);
const VISITS_A_SECOND = 500;
/** Targets. */
const MIN_SALES_A_SECOND = 360;
const MAX_SERVICE_US = 1_500;
const MAX_POSTGRES_US = 2_500;
const MAX_PAY_MS = 6;
const MAX_PAGE_MS = 5;

interface Round extends SellRound {
  readonly pay: number;
  readonly page: number;
}

if (benchServerUrl) {
  const kept = await measure({});
  const mailed = await measure({ withMailServer: true });
  print(kept, mailed);
}

/**
 * Without a mail server, mails are only logged; with one they are sent, the buyer's with a receipt.
 */
async function measure(options: { readonly withMailServer?: boolean }): Promise<Round[]> {
  const selling = await startSelling(options);
  const rounds: Round[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = await measureRound(selling);
    if (round > 0) rounds.push(measured);
  }
  await selling.stop();
  return rounds;
}

async function measureRound(selling: Selling): Promise<Round> {
  const sold = await sellRound(selling, CONNECTIONS, SECONDS);
  const { shop, service } = selling;
  const to = { shop: shop(), port: service.port };
  const paid = await runSellLoad({ ...to, kind: 'pay', sales: SALES });
  const visit = { kind: 'visit', perSecond: VISITS_A_SECOND, seconds: SECONDS } as const;
  const visited = await runSellLoad({ ...to, ...visit });
  return { ...sold, pay: paid.p50, page: visited.p99 };
}

function print(kept: readonly Round[], mailed: readonly Round[]): void {
  const of = (rounds: readonly Round[], part: keyof Round) =>
    median(rounds.map((round) => round[part]));
  const atMost = (name: string, value: number, unit: string, most: number): Figure => ({
    ...{ name, value, unit },
    target: { must: 'be at most', value: most },
  });
  report({
    title: 'Session, token and paid order',
    conditions: `PostgreSQL, API and worker in one process, ${CONNECTIONS} connections, ${SECONDS} s a round, a webhook and two mails a sale; load and receivers on the same machine`,
    rounds: kept.length,
    figures: [
      {
        ...{ name: 'sales a second', value: of(kept, 'perSecond'), unit: '/s' },
        target: { must: 'be at least', value: MIN_SALES_A_SECOND },
      },
      {
        ...{ name: 'sales a second, until the last webhook and mail of them is done' },
        ...{ value: of(kept, 'perSecondToEnd'), unit: '/s' },
      },
      atMost('CPU of the service for a sale', of(kept, 'service'), 'µs', MAX_SERVICE_US),
      { name: 'of it on the main thread', value: of(kept, 'main'), unit: 'µs' },
      atMost('CPU of PostgreSQL for a sale', of(kept, 'postgres'), 'µs', MAX_POSTGRES_US),
      { name: 'paying under this load, p50', value: of(kept, 'p50'), unit: 'ms' },
      atMost('paying alone, one after the other, p50', of(kept, 'pay'), 'ms', MAX_PAY_MS),
      atMost(
        `checkout page at ${VISITS_A_SECOND} visits a second, p99`,
        of(kept, 'page'),
        'ms',
        MAX_PAGE_MS,
      ),
      {
        ...{ name: 'with a mail server and receipts: sales a second, until all is done' },
        ...{ value: of(mailed, 'perSecondToEnd'), unit: '/s' },
      },
      {
        ...{ name: 'with a mail server and receipts: CPU of the service for a sale' },
        ...{ value: of(mailed, 'service'), unit: 'µs' },
      },
      {
        ...{ name: 'with a mail server and receipts: of it on the main thread' },
        ...{ value: of(mailed, 'main'), unit: 'µs' },
      },
      {
        ...{ name: 'with a mail server and receipts: paying alone, p50' },
        ...{ value: of(mailed, 'pay'), unit: 'ms' },
      },
    ],
    plots: [
      {
        file: 'sell',
        title: 'Processor time of a sale with all that follows it',
        unit: 'µs',
        bars: [
          bar('service, mails kept in the log', of(kept, 'service')),
          bar('PostgreSQL, mails kept in the log', of(kept, 'postgres')),
          bar('service, mails sent with a receipt', of(mailed, 'service')),
          bar('PostgreSQL, mails sent with a receipt', of(mailed, 'postgres')),
        ],
        limits: [],
      },
    ],
  });
}
