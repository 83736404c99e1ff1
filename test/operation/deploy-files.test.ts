import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configShape } from '../../src/config.ts';
import { root } from '../support/service-process.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const kubernetes = join(root, 'deploy', 'kubernetes');
const documents = readdirSync(kubernetes).flatMap((name) =>
  parseAllDocuments(read(`deploy/kubernetes/${name}`)).map((document) => document.toJS()),
);
const compose = parse(read('deploy/compose/compose.yaml'), { merge: true });
const cluster = parse(read('deploy/patroni/compose.yaml'), { merge: true });
/** Variables read by other programs. */
const FOREIGN = ['NODE_ENV'];

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

  it('run as an unprivileged user', () => {
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
    for (const { kind, spec } of documents) {
      if (kind !== 'Deployment' && kind !== 'Job') continue;
      expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true);
    }
  });
});

function keysOf(value: object | undefined): string[] {
  return Object.keys(value ?? {});
}
