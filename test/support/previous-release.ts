import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from './service-process.ts';

/** The commit of the previous release, to be updated at each release. */
const COMMIT = readFileSync(join(import.meta.dirname, 'previous-release.txt'), 'utf8').trim();

/** Whether this checkout has its history. */
export function hasPreviousRelease(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The names of the previous release's files in a folder of the repository. */
export function filesOfPreviousRelease(folder: string): string[] {
  const args = ['ls-tree', '--name-only', COMMIT, `${folder}/`];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  return listed
    .split('\n')
    .filter(Boolean)
    .map((path) => basename(path));
}

/** Extracts the previous release's sources from the history; returns their folder. */
export function takePreviousRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-previous-'));
  const archive = join(folder, 'sources.tar');
  execFileSync('git', ['archive', '--output', archive, COMMIT], { cwd: root });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  if (!existsSync(join(folder, 'node_modules'))) {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  }
  return folder;
}

/** The command that runs a release from its sources. */
export function commandOf(folder: string): readonly [string, ...string[]] {
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'loader.mjs');
  return [process.execPath, '--import', tsx, join(folder, 'src', 'main.ts')];
}
