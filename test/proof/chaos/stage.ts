import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../src/database/database.ts';
import { onCluster } from '../../../src/database/guard-stores.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { openServer } from '../../../src/database/open.ts';
import { type Balancer, startBalancer } from '../../support/balancer.ts';
import { stopReceivers } from '../../support/receiver.ts';
import { copyBuilt } from './built-copy.ts';
import { type Cluster, freePort } from './cluster.ts';
import { openLink } from './link.ts';
import { openNamespace } from './namespace.ts';
import { keepPlace, type Place } from './place.ts';
import { type ProgrammedReceiver, startReceivers } from './receivers.ts';

/** Seconds between attempts: short, but enough of them to outlast every fault. */
const RETRY_SCHEDULE = ['1', '1', '2', '3', ...Array.from({ length: 400 }, () => '4')].join(',');
/** Milliseconds per delivery. */
export const DELIVERY_MS = 2_000;
/** Milliseconds within which the balancer notices that a process is stopping. */
const DRAIN_MS = '600';
const APIS = 2;
const WORKERS = 2;
/** The run's own connection to the database bypasses all proxies. */
const OWN_POOL = 4;
const OWN_TIMEOUT_MS = 60_000;

/** Everything that a run starts. */
export interface Stage {
  readonly database: Database;
  readonly balancer: Balancer;
  readonly places: readonly Place[];
  readonly receivers: readonly ProgrammedReceiver[];
  readonly secretKey: string;
  /** The addresses of the API processes themselves. */
  readonly apiUrls: readonly string[];
  close(): Promise<void>;
}

export async function openStage(
  cluster: Cluster,
  onOutput: (place: string, text: string) => void,
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-chaos-'));
  const mainFile = await copyBuilt(folder);
  const opened = await openServer(cluster.databaseUrl, OWN_POOL, OWN_TIMEOUT_MS);
  const database = cluster.dataNodes.length > 0 ? onCluster(opened) : opened;
  await migrate(database);
  const balancer = await startBalancer();
  const receivers = await startReceivers();
  const secretKey = randomBytes(32).toString('base64');
  const settings = {
    PUBLIC_URL: balancer.url,
    SECRET_KEY: secretKey,
    RATE_LIMITS: 'off',
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    KYB_AUTO_APPROVE: 'true',
    WEBHOOK_RETRY_SCHEDULE: RETRY_SCHEDULE,
    WEBHOOK_TIMEOUT_MS: String(DELIVERY_MS),
    DRAIN_MS,
    LOG_LEVEL: 'info',
  };
  const namespace = cluster.hasProxies ? await openNamespace() : null;
  const places: Place[] = [];
  const apiUrls: string[] = [];
  for (let number = 1; number <= APIS + WORKERS; number += 1) {
    const role = number <= APIS ? 'api' : 'worker';
    const name = `${role} ${role === 'api' ? number : number - APIS}`;
    const apart = number === APIS ? namespace : null;
    const host = apart?.insideAddress ?? '127.0.0.1';
    const port = await freePort();
    const link = cluster.hasProxies
      ? await openLink(cluster.databaseUrl, apart?.outsideAddress)
      : null;
    const databaseUrl = link?.url ?? cluster.databaseUrl;
    const own = { ...settings, HOST: host, PORT: String(port) };
    const kept = { name, role, link, namespace: apart, folder, mainFile, settings: own } as const;
    places.push(await keepPlace({ ...kept, databaseUrl, onOutput }));
    if (role === 'worker') continue;
    apiUrls.push(`http://${host}:${port}`);
    balancer.put(number, `http://${host}:${port}`);
  }
  for (const place of places) await place.untilRunning();
  return {
    ...{ database, balancer, places, receivers, secretKey, apiUrls },
    close: async () => {
      await Promise.all(places.map((place) => place.abandon()));
      await balancer.close();
      await Promise.all(places.map(({ link }) => link?.close()));
      await namespace?.remove();
      stopReceivers();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
