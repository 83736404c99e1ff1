import { existsSync } from 'node:fs';
import type { Database } from '../database/database.ts';
import { inspectInstallation } from '../database/installation.ts';

/** Without `PUBLIC_URL`, the service is reached on this machine. */
const LOCAL_URL = 'http://127.0.0.1';

export function dataDirectory(): string {
  return process.env.DATA_DIR || './data';
}

/**
 * What the service will report about this database when it starts with the same settings, and how
 * to confirm a move beforehand, so that nothing is paused; empty if it hasn't moved.
 */
export async function notePlace(database: Database): Promise<string> {
  const dataDir = dataDirectory();
  if (database.engine === 'embedded' && !existsSync(dataDir)) return '';
  const place = { dataDir, publicUrl: process.env.PUBLIC_URL || LOCAL_URL };
  const { code, isMoved, differences } = await inspectInstallation(database, place, new Date());
  if (!isMoved) return '';
  return `
This database may be a copy. ${differences}
The service would start with billing, webhooks and mail paused. If the original is gone permanently,
start it with CONFIRM_MOVE=${code} and nothing is paused.
`;
}
