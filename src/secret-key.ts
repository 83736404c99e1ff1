import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** `SECRET_KEY`, or the one in the embedded database's folder, created at the first start. */
export async function readSecretKey(config: Config): Promise<string> {
  if (config.SECRET_KEY) return config.SECRET_KEY;
  const path = join(config.DATA_DIR, 'secret-key');
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secretKey = randomBytes(48).toString('base64url');
  await writeFile(path, `${secretKey}\n`, { mode: 0o600, flag: 'wx' });
  return secretKey;
}
