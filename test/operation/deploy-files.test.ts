import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configShape, readConfig } from '../../src/config.ts';
import { root } from '../support/service-process.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const kubernetes = join(root, 'deploy', 'kubernetes');
const documents = readdirSync(kubernetes).flatMap((name) =>
  parseAllDocuments(read(`deploy/kubernetes/${name}`)).map((document) => document.toJS()),
);
const compose = parse(read('deploy/compose/compose.yaml'), { merge: true });
const cluster = parse(read('deploy/patroni/compose.yaml'), { merge: true });
interface EnvFile {
  readonly path: string;
  readonly required: boolean;
}

/** For which calls wait for a new primary (docs/operations.md#what-the-service-does). */
const SWITCHOVER_SECONDS = 3;
/** Variables read by other programs. */
const FOREIGN = ['NODE_ENV', 'PATRONI_PASSWORD'];

describe('the files for operators', () => {
  it('set only existing settings', () => {
    const names = [
      ...documents.filter(({ kind }) => kind === 'ConfigMap').flatMap(({ data }) => keysOf(data)),
      ...[compose, cluster].flatMap(({ services }) =>
        ['migrate', 'api', 'worker'].flatMap((name) => keysOf(services[name].environment)),
      ),
      ...[...read('deploy/systemd/tillgate.service').matchAll(/^Environment=(.*)$/gm)].flatMap(
        ([, pairs = '']) => [...pairs.matchAll(/(\w+)=/g)].map(([, name]) => name as string),
      ),
      ...[...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs = '']) =>
        [...pairs.matchAll(/(\w+)=/g)].map(([, name]) => name as string),
      ),
    ];
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !(name in configShape) && !FOREIGN.includes(name))).toEqual([]);
  });

  it.each([
    ['deploy/compose', compose, '@postgres:5432/'],
    ['deploy/patroni', cluster, '@pg1:5432,pg2:5432/'],
  ])('pass on every setting of .env, except what %s fixes', (_name, { services }, servers) => {
    const own = parseEnv(read('deploy/compose/.env.example'));
    const filled = { ...own, POSTGRES_PASSWORD: 'of postgres', SECRET_KEY: 'x'.repeat(48) };
    const useful = { SMTP_URL: 'smtp://mail.example', RETENTION_DAYS: '30', PROCESSES: '2' };
    const unfit = {
      DATABASE_URL: 'postgres://other',
      HOST: '127.0.0.1',
      PORT: '8080',
      ROLE: 'all',
    };
    const dotenv = { ...filled, ...useful, ...unfit, PATRONI_PASSWORD: 'of patroni' };
    const fixed = { HOST: '0.0.0.0', PORT: 4000, PUBLIC_URL: own.PUBLIC_URL };
    for (const [role, processes] of [
      ['api', 2],
      ['worker', undefined],
    ] as const) {
      const config = readConfig(environmentOf(services[role], dotenv));
      expect(config).toMatchObject({ ...fixed, SMTP_URL: useful.SMTP_URL, RETENTION_DAYS: 30 });
      expect([config.ROLE, config.PROCESSES]).toEqual([role, processes]);
      expect(config.DATABASE_URL).toContain(servers);
    }
    expect(environmentOf(services.migrate, dotenv).DATABASE_URL).toContain(servers);
  });

  it.each([
    ['deploy/compose', compose],
    ['deploy/patroni', cluster],
  ])('start without a .env, with settings from elsewhere: %s', (_name, { services }) => {
    for (const name of ['migrate', 'api', 'worker']) {
      expect(services[name].env_file).toEqual([{ path: '.env', required: false }]);
    }
  });

  it('don’t give the service the password of PostgreSQL’s superuser', () => {
    const dotenv = { PATRONI_PASSWORD: 'of patroni' };
    for (const name of ['migrate', 'api', 'worker']) {
      expect(environmentOf(cluster.services[name], dotenv).PATRONI_PASSWORD).toBe('');
    }
  });

  it('set Debian’s defaults for each PostgreSQL server of a cluster', () => {
    const debian = [...read('deploy/patroni/debian/patroni.env').matchAll(/^(\w+)=/gm)];
    const names = debian.map(([, name]) => name).sort();
    expect(names.length).toBeGreaterThan(10);
    for (const name of ['pg1', 'pg2']) {
      expect(keysOf(cluster.services[name].environment).sort()).toEqual(names);
      expect(cluster.services[name].environment.PATRONI_NAME).toBe(name);
    }
  });

  it('let every server of a cluster become the primary', () => {
    const { DATABASE_URL } = cluster.services.api.environment;
    expect(DATABASE_URL).toContain('@pg1:5432,pg2:5432/');
  });

  it('allow a stop more than the 28 seconds it may take', () => {
    const pods = documents.filter(({ kind }) => kind === 'Deployment');
    expect(pods).toHaveLength(2);
    for (const { spec } of pods) {
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(5 + 28 + 10);
    }
    for (const { services } of [compose, cluster]) {
      expect(services.api.stop_grace_period).toBe('40s');
    }
    expect(read('deploy/systemd/tillgate.service')).toContain('TimeoutStopSec=40');
  });

  it('probe existing health endpoints, and select their own pods', () => {
    for (const { kind, metadata, spec } of documents) {
      if (kind !== 'Deployment') continue;
      const [container] = spec.template.spec.containers;
      const role = container.env.find(({ name }: { name: string }) => name === 'ROLE').value;
      expect(metadata.name).toBe(`tillgate-${role}`);
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
      if (role === 'api') expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    }
    const budgets = documents.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets).toHaveLength(2);
  });

  it('keep API pods in the balancer while the database switches over, and re-encode pictures', () => {
    const api = documents.find(({ metadata }) => metadata.name === 'tillgate-api');
    const [{ readinessProbe, resources }] = api.spec.template.spec.containers;
    const { timeoutSeconds, periodSeconds, failureThreshold } = readinessProbe;
    expect(timeoutSeconds).toBeGreaterThan(SWITCHOVER_SECONDS);
    const settings = documents.find(({ kind }) => kind === 'ConfigMap');
    const drainSeconds = Number(settings.data.DRAIN_MS) / 1_000;
    expect(periodSeconds * failureThreshold).toBeLessThan(drainSeconds);
    const { MAX_BODIES_MB } = readConfig({});
    expect(Number.parseInt(resources.limits.memory, 10)).toBeGreaterThan(200 + 300 + MAX_BODIES_MB);
  });

  it.each([
    ['deploy/compose', compose],
    ['deploy/patroni', cluster],
  ])('keep uploaded pictures in one folder for all roles: %s', (_name, { services, volumes }) => {
    expect(keysOf(volumes)).toContain('data');
    for (const role of ['api', 'worker']) expect(services[role].volumes).toEqual(['data:/data']);
  });

  it('publish the status of HAProxy where it listens', () => {
    const { environment, ports } = cluster.services.haproxy;
    expect(ports).toContain('127.0.0.1:7000:7000');
    expect(environment.HAPROXY_ADDRESS).toBe('*');
  });

  it('run as an unprivileged user', () => {
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
    for (const { kind, spec } of documents) {
      if (kind !== 'Deployment' && kind !== 'Job') continue;
      expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true);
    }
  });
});

/** A container's environment: the file's variables, except those that the service fixes. */
function environmentOf(
  service: { env_file?: EnvFile[]; environment: Record<string, string> },
  dotenv: NodeJS.Dict<string>,
): NodeJS.Dict<string> {
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, name, kind, fallback) => {
      return dotenv[name] || (kind === '-' ? fallback : '');
    });
  const fixed = Object.entries(service.environment).map(([name, text]) => [name, fill(text)]);
  const isRead = service.env_file?.some(({ path }) => path === '.env');
  return { ...(isRead ? dotenv : {}), ...Object.fromEntries(fixed) };
}

function keysOf(value: object | undefined): string[] {
  return Object.keys(value ?? {});
}
