import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** Where the embedded database's key is if `SECRET_KEY` isn't set. */
export function secretKeyPath(dataDir: string): string {
  return join(dataDir, 'secret-key');
}

/**
 * `SECRET_KEY`, or the one in the embedded database's folder, created at the first start. Throws if
 * there is neither although the database has secrets, because a new key wouldn't decrypt them.
 */
export async function readSecretKey(config: Config, hasSecrets: boolean): Promise<string> {
  if (config.SECRET_KEY) return config.SECRET_KEY;
  const path = secretKeyPath(config.DATA_DIR);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (hasSecrets) {
    throw new Error(
      `SECRET_KEY isn't set and ${path} doesn't exist, but this database has secrets. Set SECRET_KEY to the key that the service had.`,
    );
  }
  const secretKey = randomBytes(48).toString('base64url');
  await writeFile(path, `${secretKey}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return secretKey;
}
