// What the gateway costs compared with one bare RSA-2048 verification: parse, verify, key lookup,
// envelope. The HTTP server's own share is measured with the same server answering the same
// requests without a gateway, once as fast as it can and once at the gateway's rate: when a socket
// is written to less often, its reader sleeps in between, and waking it is a large part of the cost
// of a write.
import { createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import { bareServerCpu } from './support/bare-server.ts';
import { benchServerUrl } from './support/bench-server.ts';
import { runLoad } from './support/load.ts';
import { signedRequest, signUpMerchant } from './support/merchant.ts';
import { median, report } from './support/report.ts';
import { scaled } from './support/scale.ts';
import { cpuMicroseconds, startService } from './support/service.ts';

const SECONDS = scaled(4, 1);
const ROUNDS = scaled(5, 2);
const CONNECTIONS = 16;
/** Target: at most this many verifications of CPU. */
const MAX_VERIFICATIONS = 3;

const service = await startService(benchServerUrl ? 'postgres' : 'embedded');
const merchant = await signUpMerchant(service);
// A body without a name is refused after the whole gateway has run and before any transaction.
const requests = Array.from({ length: 64 }, (_, index) =>
  signedRequest(merchant, 'store/create-store', { note: `no name ${index}` }),
);
const load = { port: service.port, connections: CONNECTIONS, requests };
await runLoad({ ...load, seconds: scaled(3, 1) });
const key = createPublicKey(merchant.privateKey).export({ type: 'spki', format: 'pem' }).toString();
const rounds: {
  verification: number;
  bare: number;
  atRate: number;
  verifying: number;
  request: number;
  perSecond: number;
}[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const verification = bareVerification();
  const bareLoad = { connections: CONNECTIONS, requests, seconds: SECONDS };
  const bare = await bareServerCpu(bareLoad);
  const verifying = await bareServerCpu(bareLoad, { verifyKey: key });
  const before = await cpuMicroseconds(service.pid);
  const { requests: done, perSecond, statuses } = await runLoad({ ...load, seconds: SECONDS });
  if (statuses['400'] !== done) throw new Error(`Unexpected answers: ${JSON.stringify(statuses)}`);
  const request = ((await cpuMicroseconds(service.pid)) - before) / done;
  const busy = request - bare;
  const atRate = (await bareServerCpu(bareLoad, { busy })) - busy;
  rounds.push({ verification, bare, atRate, verifying, request, perSecond });
}
await service.stop();

const verification = median(rounds.map((round) => round.verification));
const request = median(rounds.map((round) => round.request));
const bare = median(rounds.map((round) => round.bare));
const verifying = median(rounds.map((round) => round.verifying));
const atRate = median(rounds.map((round) => round.atRate));
const ratio = median(rounds.map((round) => (round.request - round.atRate) / round.verification));
const ofFastest = median(rounds.map((round) => (round.request - round.bare) / round.verification));
report({
  title: 'Gateway',
  conditions: `${benchServerUrl ? 'PostgreSQL' : 'embedded engine'}, ${CONNECTIONS} connections, ${SECONDS} s a round`,
  rounds: ROUNDS,
  figures: [
    { name: 'bare RSA-2048 verification, CPU', value: verification, unit: 'µs' },
    { name: 'the same requests answered by a bare Fastify, CPU', value: bare, unit: 'µs' },
    { name: 'by a bare Fastify at the gateway’s rate, CPU', value: atRate, unit: 'µs' },
    { name: 'bare Fastify with a verification each, CPU', value: verifying, unit: 'µs' },
    { name: 'signed request through the gateway, CPU', value: request, unit: 'µs' },
    {
      name: 'requests a second',
      value: median(rounds.map((round) => round.perSecond)),
      unit: '/s',
    },
    {
      name: 'gateway without the HTTP server at its rate, in bare verifications',
      value: ratio,
      unit: '',
      target: { must: 'be at most', value: MAX_VERIFICATIONS },
    },
    { name: 'the same without the HTTP server at its fastest', value: ofFastest, unit: '' },
  ],
  plots: [
    {
      file: 'gateway',
      title: 'CPU of a request that is refused after the whole gateway',
      unit: 'µs',
      bars: [
        {
          name: 'bare Fastify at the gateway’s rate, and a bare verification',
          parts: [
            { name: 'HTTP server', value: atRate },
            { name: 'signature verification', value: verification },
          ],
        },
        {
          name: 'Tillgate',
          parts: [
            { name: 'HTTP server', value: atRate },
            { name: 'signature verification', value: verification },
            {
              name: 'parse, key look-up, limits, schema, envelope',
              value: request - atRate - verification,
            },
          ],
        },
      ],
      limits: [
        {
          name: `target: server and ${MAX_VERIFICATIONS} bare verifications`,
          value: atRate + MAX_VERIFICATIONS * verification,
        },
      ],
    },
  ],
});

/** CPU microseconds for hashing a body and verifying its signature, and nothing else. */
function bareVerification(): number {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const body = Buffer.from('{"name":"a body of usual size"}');
  const text = `POST\n/v1/actions/store/create-store\n1\n${hash('sha256', body, 'base64')}`;
  const signature = sign('sha256', Buffer.from(text), privateKey);
  const count = 20_000;
  const before = process.cpuUsage();
  for (let done = 0; done < count; done += 1) {
    verify('sha256', Buffer.from(text), publicKey, signature);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
