// Time from process start to the first signed answer, and resident memory.

import { benchServerUrl } from './support/bench-server.ts';
import { callOnce, signUpMerchant } from './support/merchant.ts';
import { median, report } from './support/report.ts';
import { scaled } from './support/scale.ts';
import { residentMegabytes, startService } from './support/service.ts';

const ROUNDS = scaled(3, 1);

await measure('embedded');
if (benchServerUrl) await measure('postgres');

async function measure(engine: 'postgres' | 'embedded'): Promise<void> {
  const rounds: { start: number; answer: number; memory: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await startService(engine);
    const merchant = await signUpMerchant(service);
    const before = performance.now();
    await callOnce(service, merchant, 'store/create-store', { name: 'First' });
    const answer = performance.now() - before;
    rounds.push({ start: service.startMs, answer, memory: await residentMegabytes(service.pid) });
    await service.stop();
  }
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  report({
    title: `Start, ${engine === 'postgres' ? 'PostgreSQL' : 'embedded engine'}`,
    conditions: 'built service, a new database, all migrations run',
    rounds: ROUNDS,
    figures: [
      { name: 'process start to listening', value: middle(({ start }) => start), unit: 'ms' },
      { name: 'first signed answer after that', value: middle(({ answer }) => answer), unit: 'ms' },
      { name: 'resident memory then', value: middle(({ memory }) => memory), unit: 'MB' },
    ],
  });
}
