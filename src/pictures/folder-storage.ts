import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PictureStorage } from '../contract/pictures.ts';

/** Stores pictures in a folder, which must be shared by all machines of the service. */
export function createFolderStorage(folder: string): PictureStorage {
  return {
    put: async (name, content) => {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      // No reader sees a partial picture, even if this process is killed.
      const draft = `${path}.${randomUUID()}`;
      const file = await open(draft, 'wx');
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    },
    get: async (name) => {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
