import { existsSync } from 'node:fs';
import { configShape, urlOfHost } from '../config.ts';
import type { Database } from '../database/database.ts';
import { inspectInstallation } from '../database/installation.ts';
import { HOST_PART } from '../database/place.ts';
import { dataDirectory } from './settings.ts';

/**
 * What the service will report about this database when it starts with the same settings, and how
 * to confirm a move beforehand, so that nothing is paused; empty if it hasn't moved.
 */
export async function notePlace(database: Database): Promise<string> {
  const dataDir = dataDirectory();
  if (database.engine === 'embedded' && !existsSync(dataDir)) return '';
  const { PUBLIC_URL: given, HOST: host } = process.env;
  const publicUrl = given || urlOfHost(configShape.HOST.parse(host || undefined));
  const place = { dataDir, publicUrl };
  const { code, isMoved, differences } = await inspectInstallation(database, place, new Date());
  if (!isMoved) return '';
  const advice =
    !given && differences.includes(HOST_PART)
      ? "PUBLIC_URL isn't set here: set it as the service has it, and run doctor again."
      : `The service would start with billing, webhooks and mail paused. If the original is gone permanently,
start it with CONFIRM_MOVE=${code} and nothing is paused.`;
  return `
This database may be a copy. ${differences}
${advice}
`;
}
