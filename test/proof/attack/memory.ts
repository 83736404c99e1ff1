import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServiceProcess } from '../../support/service-process.ts';
import { settle } from './settle.ts';
import { callSigned } from './target.ts';

const MEGABYTE = 1024 * 1024;
const QUERIES = 2_000;

/** Node.js arguments that allow a service's memory to be inspected. */
export const COLLECTING = [
  ...['--expose-gc', '--import'],
  fileURLToPath(new URL('./collect.mjs', import.meta.url)),
];

export interface Held {
  readonly heapMb: number;
  readonly residentMb: number;
}

/** The service's memory after a garbage collection. */
export async function collect(service: ServiceProcess): Promise<Held> {
  const read = () => [...service.output().matchAll(/^collected (\d+) (\d+)$/gm)];
  const before = read().length;
  process.kill(service.pid, 'SIGUSR2');
  while (read().length === before) await pause(50);
  const [, heap, resident] = read().at(-1) ?? [];
  return { heapMb: Number(heap) / MEGABYTE, residentMb: Number(resident) / MEGABYTE };
}

/**
 * Heap growth in megabytes of a service without rate limits after 2,000 answers of a megabyte, each
 * with a product id that no earlier answer contained.
 */
export async function heapOfAnswers(service: ServiceProcess): Promise<number> {
  const { target } = await settle(service);
  const act = async (path: string, body: object) => {
    const { status, text } = await callSigned(target, path, JSON.stringify(body));
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
    return JSON.parse(text).data;
  };
  const ask = async (nth: number) => {
    const prices = { USD: { amount: '5.00', taxCategory: 'saas' } };
    const product = { storeId: target.shop.storeId, name: `New ${nth}`, prices };
    const made = await act('/v1/actions/onetime-product/create-product', product);
    const query = `query ($id: ID!) { onetimeProduct(id: $id) { id } onetimeProducts(limit: 30, filter: { name: { startsWith: "Text" } }) { id description metadata } }`;
    await act('/v1/graphql', { query, variables: { id: made.product.id } });
  };
  for (let nth = 0; nth < QUERIES / 10; nth += 1) await ask(nth);
  const before = await collect(service);
  for (let nth = 0; nth < QUERIES; nth += 1) await ask(nth);
  return (await collect(service)).heapMb - before.heapMb;
}
