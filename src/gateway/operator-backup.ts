import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { writeBackup } from '../database/backup-file.ts';
import { keyCheckOf } from '../kit/key-check.ts';
import { toIso } from '../kit/time.ts';
import type { Gateway } from './gateway.ts';
import { authenticateOperator } from './operator.ts';
import { at } from './route-list.ts';

const PATH = '/operator/backup/write-backup';

/**
 * Lets the service itself back up the embedded database, which no other process can open while it
 * runs. The file is written below `DATA_DIR`; the command line moves it to where the operator wants
 * it.
 */
export function serveBackup(http: FastifyInstance, gateway: Gateway, secretKey: string): void {
  const folder = resolve(gateway.config.DATA_DIR, 'backups');
  http.post(PATH, at('gateway/operator-backup.ts', 'operator'), async (request, reply) => {
    await authenticateOperator(secretKey, request, PATH, gateway.clock.now());
    const createdAt = toIso(gateway.clock.now());
    const path = join(folder, `tillgate-${createdAt.replaceAll(/[-:.]/g, '')}.backup`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const head = { createdAt, keyCheck: keyCheckOf(secretKey) };
    const { tables, rows } = await writeBackup(gateway.database, path, head);
    // Nobody else would remove it.
    if (request.raw.socket.destroyed) await rm(path);
    return reply.header('cache-control', 'no-store').send({ data: { path, tables, rows } });
  });
}
