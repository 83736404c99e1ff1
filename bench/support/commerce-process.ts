// Calls one commerce platform from its own process: options come in on stdin, results go out on
// stdout.
import { text } from 'node:stream/consumers';
import type { CommerceLoad } from './commerce/load.ts';
import { medusaCalls } from './commerce/medusa.ts';
import { tillgateCalls } from './commerce/tillgate.ts';
import { vendureCalls } from './commerce/vendure.ts';
import { openConnection } from './http-connection.ts';

const load: CommerceLoad = JSON.parse(await text(process.stdin));
const started = performance.now();
const until = started + load.seconds * 1_000;
let count = 0;
await Promise.all(Array.from({ length: load.connections }, work));
process.stdout.write(JSON.stringify({ count, seconds: (performance.now() - started) / 1_000 }));

async function work(): Promise<void> {
  const connection = await openConnection(load.port);
  const call = makeCall();
  while (performance.now() < until) {
    count += 1;
    await call(connection, load.first + count);
  }
  connection.close();
}

function makeCall(): (
  connection: Awaited<ReturnType<typeof openConnection>>,
  number: number,
) => Promise<void> {
  const { call } = load;
  if (load.platform === 'Medusa') {
    return (connection, number) => medusaCalls[call](connection, load.shop, number);
  }
  if (load.platform === 'Vendure') {
    return (connection, number) => vendureCalls[call](connection, load.shop, number);
  }
  const calls = tillgateCalls(load.shop);
  return (connection, number) => calls[call](connection, load.shop, number);
}
