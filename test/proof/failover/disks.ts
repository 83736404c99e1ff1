import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { giveAway, makeOwnFolder } from '../../support/server-programs.ts';

const run = promisify(execFile);
/** Per server; unused space takes no room on the machine's own disk. */
const SIZE = '16G';
const FILLER = 'filler';
const MAX_ROUNDS = 10;

/** A small disk for each server, which can be filled up. */
export interface Disks {
  /** Creates one and mounts it into the folder. */
  make(folder: string): Promise<void>;
  /** Fills all free space. */
  fill(folder: string): Promise<void>;
  /** Removes what it was filled with. */
  free(folder: string): Promise<void>;
  remove(): Promise<void>;
}

export function openDisks(): Disks {
  const folders: string[] = [];
  return {
    make: async (folder) => {
      await makeOwnFolder(folder);
      const image = `${folder}.disk`;
      await run('truncate', ['-s', SIZE, image]);
      await run('mkfs.ext4', ['-q', '-m', '0', image]);
      await run('mount', ['-o', 'loop,discard', image, folder]);
      folders.push(folder);
      await giveAway(folder);
    },
    fill: async (folder) => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const { bavail, bsize } = await statfs(folder);
        if (bavail === 0) return;
        const file = join(folder, `${FILLER}-${randomUUID()}`);
        // It keeps what was allocated if there is less.
        await run('fallocate', ['-l', String(bavail * bsize), file]).catch(() => {});
      }
    },
    free: async (folder) => {
      await run('sh', ['-c', `rm -f "$1"/${FILLER}-*`, 'sh', folder]);
    },
    remove: async () => {
      for (const folder of folders) {
        await run('umount', ['-l', folder]).catch(() => {});
        await rm(`${folder}.disk`, { force: true });
      }
    },
  };
}
