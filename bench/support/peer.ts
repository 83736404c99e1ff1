import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PEERS = join(import.meta.dirname, '../peers');

export interface InstalledPeer {
  readonly folder: string;
  remove(): void;
}

/** Installs a peer from its own lock file into a temporary folder; throws when that fails. */
export function installPeer(name: string): InstalledPeer {
  const folder = mkdtempSync(join(tmpdir(), `bench-${name}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  cpSync(join(PEERS, name), folder, { recursive: true });
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) {
    remove();
    throw new Error(`The peer ${name} could not be installed`);
  }
  return { folder, remove };
}
