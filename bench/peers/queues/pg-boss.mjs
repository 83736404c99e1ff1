import { PgBoss } from 'pg-boss';
import { deliver } from './deliver.mjs';

const NAME = 'deliveries';
/** Loops, each of which fetches a batch, delivers it and completes it. */
const LOOPS = 4;
const BATCH = 32;
const RETRIES = { retryLimit: 8, retryDelay: 5, retryBackoff: true };

export async function openPgBoss() {
  const boss = new PgBoss({ connectionString: process.env.DATABASE_URL, max: 10 });
  boss.on('error', (error) => process.stderr.write(`${error.message}\n`));
  await boss.start();
  await boss.createQueue(NAME, RETRIES);
  return {
    enqueue: (jobs) =>
      boss.insert(
        NAME,
        jobs.map((data) => ({ data })),
      ),
    drain: () => Promise.all(Array.from({ length: LOOPS }, () => workOff(boss))),
    close: () => boss.stop({ graceful: false }),
  };
}

async function workOff(boss) {
  for (;;) {
    const jobs = await boss.fetch(NAME, { batchSize: BATCH });
    if (jobs.length === 0) return;
    const ends = await Promise.allSettled(jobs.map(({ data }) => deliver(data)));
    const idsOf = (status) => jobs.filter((_, place) => ends[place].status === status);
    const done = idsOf('fulfilled').map(({ id }) => id);
    const failed = idsOf('rejected').map(({ id }) => id);
    if (done.length > 0) await boss.complete(NAME, done);
    if (failed.length > 0) await boss.fail(NAME, failed);
  }
}
