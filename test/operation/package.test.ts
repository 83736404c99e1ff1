import { execFile } from 'node:child_process';
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyFromDemo, readDemo } from '../support/demo-client.ts';
import { asNobody } from '../support/server-programs.ts';
import { root, spawnService } from '../support/service-process.ts';

const run = promisify(execFile);
const TEST_MS = 300_000;
/** Maximum installed megabytes, in addition to the embedded engine. */
const MAX_MEGABYTES = 62;
const BUILD_TOOLS = ['typescript', 'tsx', 'esbuild', 'vite', 'rolldown', 'react'];

/** The package, installed once outside the repository, and used by both users. */
const parts = {} as { folder: string; tillgate: string };
beforeAll(async () => {
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-package-'));
  await chmod(parts.folder, 0o755);
  const { makePackage } = await import('../../scripts/package.mjs' as string);
  const file: string = await makePackage(parts.folder);
  await writeFile(join(parts.folder, 'package.json'), '{}');
  const quiet = ['--no-audit', '--no-fund', '--offline', '--cache', join(parts.folder, 'cache')];
  await run('npm', ['install', '--omit=dev', ...quiet, file], { cwd: parts.folder });
  parts.tillgate = join(parts.folder, 'node_modules', 'tillgate');
}, TEST_MS);
afterAll(() => rm(parts.folder, { recursive: true, force: true }));

describe('the package', () => {
  it('includes everything it needs, builds nothing and stays small', async () => {
    const libraries = await readdir(join(parts.tillgate, 'node_modules'));
    expect(libraries.filter((name) => BUILD_TOOLS.includes(name))).toEqual([]);
    const manifest = JSON.parse(await readFile(join(parts.tillgate, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('scripts');
    const engine = join(parts.tillgate, 'node_modules', '@electric-sql');
    const whole = join(parts.folder, 'node_modules');
    expect((await megabytes(whole)) - (await megabytes(engine))).toBeLessThan(MAX_MEGABYTES);
  });

  it('has everything its modules import, including those loaded later', async () => {
    const script = `
      import { readdirSync } from 'node:fs';
      const isStarted = /^(dashboard|cli.main)|^main\\.js|processes.child\\.js$|(thread|place-folder|live-entries)\\.mjs$/;
      const isForPages = /assets|-page/;
      for (const name of readdirSync('dist', { recursive: true })) {
        if (/\\.m?js$/.test(name) && !isStarted.test(name) && !isForPages.test(name)) await import('./dist/' + name);
      }
      process.exit(0);`;
    await writeFile(join(parts.tillgate, 'import-all.mjs'), script);
    await run(process.execPath, ['import-all.mjs'], { cwd: parts.tillgate });
  });

  it('isn’t created by npm pack, which names the right command', async () => {
    // What tells npm so is in these files; packing all others first takes long.
    const clone = await mkdtemp(join(parts.folder, 'clone-'));
    for (const name of ['package.json', '.npmrc']) await cp(join(root, name), join(clone, name));
    const packing = run('npm', ['pack'], { cwd: clone });
    await expect(packing).rejects.toMatchObject({
      stderr: expect.stringContaining('npm pack builds nothing - use npm run package'),
    });
  });

  it('prints its version', async () => {
    const { stdout } = await tillgate('--version');
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    ['whoever runs this', {}],
    ['an ordinary user', asNobody],
  ])(
    'sells as %s',
    async (_who, user) => {
      const folder = await mkdtemp(join(parts.folder, 'shop-'));
      if (user.uid !== undefined) await chown(folder, user.uid, user.uid);
      const bin = join(parts.folder, 'node_modules', '.bin', 'tillgate');
      const service = await spawnService(folder, {}, [bin], user);
      try {
        const paid = await buyFromDemo(service.baseUrl, await readDemo(folder));
        expect(paid.status).toBe(200);
        expect(paid.text).toContain('ORD_');
        for (const path of ['/docs', '/docs/quick-start', '/docs/SKILL.md', '/llms.txt']) {
          expect([path, (await fetch(`${service.baseUrl}${path}`)).status]).toEqual([path, 200]);
        }
      } finally {
        expect(await service.stop('SIGINT')).toBe(0);
      }
    },
    TEST_MS,
  );
});

function tillgate(...args: readonly string[]) {
  return run(join(parts.folder, 'node_modules', '.bin', 'tillgate'), args, { cwd: parts.folder });
}

async function megabytes(path: string): Promise<number> {
  const { stdout } = await run('du', ['-sk', path]);
  return Number.parseInt(stdout, 10) / 1024;
}
