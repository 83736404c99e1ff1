import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const PROJECT = join(import.meta.dirname, '..', '..', '..');

export interface ProjectCopy {
  readonly folder: string;
  remove(): void;
}

/** The project's sources, tracked or new, in a temporary folder, sharing its installed packages. */
export function copyProject(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-broken-'));
  for (const file of listSources()) {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(PROJECT, file), target);
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function listSources(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const output = execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return output.split('\0').filter((file) => file !== '' && existsSync(join(PROJECT, file)));
}
