// Webhook deliveries as commonly written by hand with a queue: BullMQ on Redis or pg-boss on
// PostgreSQL, chosen by QUEUE. A job is one delivery; its worker signs and posts it. Listens on a
// free port, which it prints: `POST /enqueue` adds the given number of deliveries to the queue,
// `POST /drain` processes them.
import { createServer } from 'node:http';
import { openBullmq } from './bullmq.mjs';
import { openPgBoss } from './pg-boss.mjs';

const { QUEUE, RECEIVER_URL, WEBHOOKS } = process.env;
const queue = await (QUEUE === 'bullmq' ? openBullmq() : openPgBoss());
const body = JSON.stringify({
  eventType: 'order.completed',
  data: { orderId: 'ORD_bench', amount: '29.00', note: 'x'.repeat(600) },
});

function makeJobs(count) {
  return Array.from({ length: count }, (_, place) => ({
    url: `${RECEIVER_URL}/hook/${place % Number(WEBHOOKS)}`,
    body,
  }));
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1');
  try {
    if (pathname === '/enqueue') await queue.enqueue(makeJobs(Number(searchParams.get('count'))));
    else await queue.drain();
    response.end('{}');
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
    response.writeHead(500).end('{}');
  }
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

process.on('SIGTERM', async () => {
  await queue.close();
  process.exit(0);
});
