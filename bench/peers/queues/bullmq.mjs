import { Queue, Worker } from 'bullmq';
import { deliver } from './deliver.mjs';

const NAME = `deliveries-${process.pid}`;
const AT_ONCE = 64;
const RETRIES = { attempts: 8, backoff: { type: 'exponential', delay: 5_000 } };

export async function openBullmq() {
  const { hostname: host, port } = new URL(process.env.REDIS_URL);
  const connection = { host, port: Number(port || 6379), maxRetriesPerRequest: null };
  const queue = new Queue(NAME, { connection, defaultJobOptions: RETRIES });
  const worker = new Worker(NAME, ({ data }) => deliver(data), {
    connection,
    concurrency: AT_ONCE,
  });
  worker.on('error', (error) => process.stderr.write(`${error.message}\n`));
  let waiting = 0;
  let done = () => {};
  worker.on('completed', () => {
    waiting -= 1;
    if (waiting === 0) done();
  });
  return {
    enqueue: async (jobs) => {
      await queue.pause();
      waiting += jobs.length;
      await queue.addBulk(jobs.map((data) => ({ name: 'delivery', data })));
    },
    drain: async () => {
      const ended = new Promise((resolve) => {
        done = resolve;
      });
      await queue.resume();
      await ended;
    },
    close: async () => {
      await worker.close();
      await queue.obliterate({ force: true });
      await queue.close();
    },
  };
}
