// scan-prompt over HTTP compared with the signed gateway alone: a body that is refused after
// signature, key lookup and envelope, before the action does any work.

import { benchServerUrl } from './support/bench-server.ts';
import { runLoad } from './support/load.ts';
import { signedRequest, signUpMerchant } from './support/merchant.ts';
import { median, report } from './support/report.ts';
import { bar } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { cpuMicroseconds, startService } from './support/service.ts';

const SECONDS = scaled(4, 1);
const ROUNDS = scaled(3, 2);
const CONNECTIONS = 16;
const LENGTHS = [100, 1_000] as const;
const TEXT = 'a lighthouse on a cliff above a stormy sea, oil painting, soft light, ';

const service = await startService(benchServerUrl ? 'postgres' : 'embedded');
const merchant = await signUpMerchant(service);
const requestsOf = (path: string, body: (index: number) => object) =>
  Array.from({ length: 64 }, (_, index) => signedRequest(merchant, path, body(index)));
const loads = [
  {
    name: 'signed gateway alone',
    status: '400',
    requests: requestsOf('store/create-store', (n) => ({ n })),
  },
  ...LENGTHS.map((length) => ({
    name: `prompt of ${length} characters`,
    status: '200',
    requests: requestsOf('verification/scan-prompt', (index) => ({
      prompt: `${index} ${TEXT.repeat(Math.ceil(length / TEXT.length))}`.slice(0, length),
    })),
  })),
];
const rounds = loads.map(() => [] as { perSecond: number; cpu: number }[]);
for (const { requests } of loads) await runLoad({ ...loadOf(requests), seconds: scaled(2, 1) });
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

const measured = loads.map(({ name }, place) => ({
  name,
  perSecond: median((rounds[place] ?? []).map(({ perSecond }) => perSecond)),
  cpu: median((rounds[place] ?? []).map(({ cpu }) => cpu)),
}));
report({
  title: 'scan-prompt over HTTP',
  conditions: `${benchServerUrl ? 'PostgreSQL' : 'embedded engine'}, ${CONNECTIONS} connections, ${SECONDS} s a round`,
  rounds: ROUNDS,
  figures: measured.flatMap(({ name, perSecond, cpu }) => [
    { name: `${name}: requests a second`, value: perSecond, unit: '/s' },
    { name: `${name}: CPU of the service`, value: cpu, unit: 'µs' },
  ]),
  plots: [
    {
      file: 'scan-endpoint',
      title: 'Checks of prompts beside the signed gateway alone, requests a second',
      unit: '/s',
      bars: measured.map(({ name, perSecond }) => bar(name, perSecond)),
    },
  ],
});

function loadOf(requests: readonly Buffer[]) {
  return { port: service.port, connections: CONNECTIONS, seconds: SECONDS, requests };
}
