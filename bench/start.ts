// Time from the start of the process to its first signed answer, and resident memory.
import { callOnce, signUpMerchant } from './support/merchant.ts';
import { median, printTable } from './support/report.ts';
import { benchServerUrl, residentMegabytes, startService } from './support/service.ts';

const ROUNDS = 3;

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
  printTable(`Start on a new database (${engine})`, [
    ['process start to listening', `${(middle(({ start }) => start) / 1000).toFixed(2)} s`],
    ['first signed answer after that', `${middle(({ answer }) => answer).toFixed(1)} ms`],
    ['resident memory', `${middle(({ memory }) => memory).toFixed(0)} MB`],
  ]);
}
