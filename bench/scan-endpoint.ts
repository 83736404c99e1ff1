// scan-prompt over HTTP beside the bare signed gateway: a body that is refused after signature, key
// look-up and envelope, before any work of an action.
import { runLoad } from './support/load.ts';
import { signedRequest, signUpMerchant } from './support/merchant.ts';
import { median, printTable } from './support/report.ts';
import { benchServerUrl, cpuMicroseconds, startService } from './support/service.ts';

const SECONDS = 4;
const ROUNDS = 5;
const CONNECTIONS = 16;
const LENGTHS = [100, 1_000] as const;
const TEXT = 'a lighthouse on a cliff above a stormy sea, oil painting, soft light, ';

const service = await startService(benchServerUrl ? 'postgres' : 'embedded');
const merchant = await signUpMerchant(service);
const requestsOf = (path: string, body: (index: number) => object) =>
  Array.from({ length: 64 }, (_, index) => signedRequest(merchant, path, body(index)));
const loads = [
  { name: 'bare', status: '400', requests: requestsOf('store/create-store', (n) => ({ n })) },
  ...LENGTHS.map((length) => ({
    name: `${length} characters`,
    status: '200',
    requests: requestsOf('verification/scan-prompt', (index) => ({
      prompt: `${index} ${TEXT.repeat(Math.ceil(length / TEXT.length))}`.slice(0, length),
    })),
  })),
];
const rounds = loads.map(() => [] as { perSecond: number; cpu: number }[]);
for (const { requests } of loads) await runLoad({ ...loadOf(requests), seconds: 2 });
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, { requests, status }] of loads.entries()) {
    const before = await cpuMicroseconds(service.pid);
    const { requests: done, perSecond, statuses } = await runLoad(loadOf(requests));
    if (statuses[status] !== done) throw new Error(`Unexpected: ${JSON.stringify(statuses)}`);
    const cpu = ((await cpuMicroseconds(service.pid)) - before) / done;
    rounds[index]?.push({ perSecond, cpu });
  }
}
await service.stop();

const [bare, ...scans] = rounds.map((each) => ({
  perSecond: median(each.map(({ perSecond }) => perSecond)),
  cpu: median(each.map(({ cpu }) => cpu)),
}));
printTable(
  `scan-prompt (${benchServerUrl ? 'PostgreSQL' : 'embedded'}, ${CONNECTIONS} connections)`,
  [
    ['bare signed gateway', describe(bare as (typeof scans)[number])],
    ...scans.map((scan, index): [string, string] => {
      const ratio = scan.perSecond / (bare?.perSecond ?? Number.NaN);
      return [
        `prompt of ${LENGTHS[index]} characters`,
        `${describe(scan)}, ${ratio.toFixed(2)} of it`,
      ];
    }),
  ],
);

function loadOf(requests: readonly Buffer[]) {
  return { port: service.port, connections: CONNECTIONS, seconds: SECONDS, requests };
}

function describe({ perSecond, cpu }: { perSecond: number; cpu: number }): string {
  return `${perSecond.toFixed(0)} requests/s, ${cpu.toFixed(0)} µs of CPU each`;
}
