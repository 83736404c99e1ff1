import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCommand, tillgatePath } from '../support/run-command.ts';
import { root, type ServiceProcess, startService } from '../support/service-process.ts';

const parts = {} as { folder: string; service: ServiceProcess };

beforeAll(async () => {
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-guide-'));
  parts.service = await startService(parts.folder, { ALLOW_PRIVATE_WEBHOOKS: 'true' });
  // What a clone provides: `npx tillgate`, and the client from the npm registry.
  const modules = join(parts.folder, 'node_modules');
  await mkdir(join(modules, '.bin'), { recursive: true });
  await symlink(tillgatePath, join(modules, '.bin', 'tillgate'));
  await symlink(join(root, 'node_modules', '@waffo'), join(modules, '@waffo'));
}, 180_000);

afterAll(async () => {
  await parts.service?.stop();
  await rm(parts.folder, { recursive: true, force: true });
});

/** Where people and agents find the guide; commands are taken from both. */
const SERVED = ['/docs/guides/first-sale.md', '/docs/SKILL.md', '/llms-full.txt'];

describe('docs/guides/first-sale.md', () => {
  it('is served to coding agents with the same commands', async () => {
    const commands = await blocksOf('docs/guides/first-sale.md', 'sh');
    for (const path of SERVED) {
      const text = await served(path);
      expect([path, commands.filter((command) => !text.includes(`\`\`\`sh\n${command}`))]).toEqual([
        path,
        [],
      ]);
    }
    for (const path of SERVED.slice(0, 1))
      expect(await served('/llms.txt')).toContain(`](${path})`);
  });

  it('leads from an account to a verified order.completed, command by command', async () => {
    // As an agent reads it, from the skill that the service serves.
    const commands = blocksIn(await served('/docs/SKILL.md'), 'sh');
    expect(commands.length).toBeGreaterThan(4);
    await writeFile(join(parts.folder, 'guide.sh'), ['set -euo pipefail', ...commands].join('\n'));
    const environment = { TILLGATE_BASE_URL: parts.service.baseUrl };
    const command = startCommand(parts.folder, ['bash', 'guide.sh'], environment);
    const { code, stdout, stderr } = await command.ended;
    expect(code, `${stdout}\n${stderr}`).toBe(0);
    expect(stdout).toContain('order.completed  signature valid');
    expect(stdout).toContain('"orderMerchantExternalId": "order-1001"');
    expect(stdout).toContain('Removed the webhook.');
  }, 180_000);
});

describe.each(['README.md', 'docs/guides/quick-start.md'])('%s', (path) => {
  it('shows a program that opens a checkout with the key of the demo file', async () => {
    const [program] = await blocksOf(path, 'js');
    await writeFile(join(parts.folder, 'sell.mjs'), program as string);
    const command = startCommand(parts.folder, [process.execPath, 'sell.mjs']);
    const { stdout, stderr } = await command.ended;
    expect(stderr).toBe('');
    expect((await fetch(stdout.trim())).status).toBe(200);
  });
});

async function served(path: string): Promise<string> {
  return (await fetch(`${parts.service.baseUrl}${path}`)).text();
}

/** The fenced blocks of the language, without list indentation. */
async function blocksOf(path: string, language: string): Promise<readonly string[]> {
  return blocksIn(await readFile(join(root, path), 'utf8'), language);
}

function blocksIn(text: string, language: string): readonly string[] {
  const fence = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^\\1\`\`\`$`, 'gm');
  return [...text.matchAll(fence)].map(([, indent, block]) =>
    (block as string).replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}
