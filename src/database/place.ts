import { readFile, realpath } from 'node:fs/promises';
import { z } from 'zod';
import { type Database, sql } from './database.ts';

/** The part of a place that depends on PUBLIC_URL, which a command may lack. */
export const HOST_PART = 'host of PUBLIC_URL';
const LOCAL_HOST = /^(localhost|127\..*|\[::1?\]|0\.0\.0\.0)$/;
const MACHINE_ID_FILE = '/etc/machine-id';
/**
 * Milliseconds without a heartbeat after which a database on another timeline may have been
 * restored to an earlier time. With a promoted standby, the last heartbeat is only a moment old.
 */
const MAX_SILENCE_MS = 3 * 60_000;

/** Where the service is according to its settings. */
export interface Place {
  readonly dataDir: string;
  readonly publicUrl: string;
}

/** What distinguishes one place from another. */
export interface Surroundings {
  /** Values by name, as the message names them. */
  readonly parts: Readonly<Record<string, string>>;
  /** The server's timeline; a promotion and a point-in-time restore change it. */
  readonly timeline: string | null;
}

const surroundings = z.object({
  parts: z.record(z.string(), z.string()),
  timeline: z.string().nullable(),
});

/** Describes the database's current surroundings. */
export async function lookAround(database: Database, place: Place): Promise<Surroundings> {
  const { hostname } = new URL(place.publicUrl);
  const host = { [HOST_PART]: publicHost(hostname) };
  if (database.engine === 'embedded') {
    return { parts: { ...host, ...(await folderOf(place.dataDir)) }, timeline: null };
  }
  const parts = { ...host, ...(await databaseOf(database)) };
  return { parts, timeline: await timelineOf(database) };
}

/** Empty for a host that means this machine. */
function publicHost(hostname: string): string {
  return LOCAL_HOST.test(hostname) ? '' : hostname;
}

/** A copied folder has a different path or is on a different machine. */
async function folderOf(dataDir: string): Promise<Record<string, string>> {
  const machineId = await readFile(MACHINE_ID_FILE, 'utf8').catch(() => '');
  return { folder: await realpath(dataDir), machine: machineId.trim() };
}

/** A restored dump has a different object ID, a new cluster a different system identifier. */
async function databaseOf(database: Database): Promise<Record<string, string>> {
  const [row] = await database.query<{ name: string; oid: string }>(sql`
    select datname as name, oid::text as oid from pg_database where datname = current_database()`);
  // Some managed services don't let users read it.
  const [system] = await database
    .query<{ id: string }>(sql`select system_identifier::text as id from pg_control_system()`)
    .catch(() => []);
  return {
    database: row?.name ?? '',
    'database’s object id': row?.oid ?? '',
    'system identifier of the PostgreSQL cluster': system?.id ?? '',
  };
}

async function timelineOf(database: Database): Promise<string | null> {
  const [row] = await database
    .query<{ timeline: string }>(
      sql`select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`,
    )
    .catch(() => []);
  return row?.timeline ?? null;
}

/** What differs from the recorded surroundings, in sentences; null if nothing relevant does. */
export function describeMove(
  before: Surroundings,
  recordedAt: Date,
  seen: Surroundings,
  now: Date,
): string | null {
  const at = recordedAt.toISOString();
  // An early release recorded `[::]`, the address for all interfaces, as a public host.
  const hostBefore = publicHost(before.parts[HOST_PART] ?? '');
  const changed = Object.entries(seen.parts).filter(
    ([name, value]) => value !== (name === HOST_PART ? hostBefore : before.parts[name]),
  );
  if (changed.length > 0) {
    const say = ([name, value]: [string, string]) =>
      `The ${name} was ${before.parts[name] || 'unset'} and is ${value || 'unset'}.`;
    return `${changed.map(say).join(' ')} It last worked there at ${at}.`;
  }
  const isOld = now.getTime() - recordedAt.getTime() > MAX_SILENCE_MS;
  if (before.timeline === seen.timeline || !isOld) return null;
  return `It last worked at ${at}, and its server has begun timeline ${seen.timeline} since (it was ${before.timeline}): it may have been restored to that time.`;
}

/** Parses recorded surroundings; null if there are none. */
export function readSurroundings(text: string | null): Surroundings | null {
  try {
    return surroundings.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}
