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
  // What a clone's folder gives its reader: `npx tillgate`, and the client of the npm registry.
  const modules = join(parts.folder, 'node_modules');
  await mkdir(join(modules, '.bin'), { recursive: true });
  await symlink(tillgatePath, join(modules, '.bin', 'tillgate'));
  await symlink(join(root, 'node_modules', '@waffo'), join(modules, '@waffo'));
}, 180_000);

afterAll(async () => {
  await parts.service?.stop();
  await rm(parts.folder, { recursive: true, force: true });
});

describe('docs/guides/first-sale.md', () => {
  it('leads from an account to a verified order.completed, command by command', async () => {
    const commands = await blocksOf('docs/guides/first-sale.md', 'sh');
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

describe('README.md', () => {
  it('shows a program that opens a checkout with the key of the demo file', async () => {
    const [program] = await blocksOf('README.md', 'js');
    await writeFile(join(parts.folder, 'readme.mjs'), program as string);
    const command = startCommand(parts.folder, [process.execPath, 'readme.mjs']);
    const { stdout, stderr } = await command.ended;
    expect(stderr).toBe('');
    expect((await fetch(stdout.trim())).status).toBe(200);
  });
});

/** The fenced blocks of the language, without the indentation of a list. */
async function blocksOf(path: string, language: string): Promise<readonly string[]> {
  const text = await readFile(join(root, path), 'utf8');
  const fence = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^\\1\`\`\`$`, 'gm');
  return [...text.matchAll(fence)].map(([, indent, block]) =>
    (block as string).replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}
