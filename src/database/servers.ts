import pg from 'pg';
import { DATABASE_URL_PARTS } from '../kit/database-url.ts';

/** One server: a name or address, or the folder of a socket. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** The servers of a database. */
export interface Servers {
  /** The connection string for the first host. */
  readonly connectionString: string;
  readonly hosts: readonly Host[];
  /** Whether a session must be able to write: standbys and read-only servers are skipped. */
  readonly mustWrite: boolean;
}

const ATTRIBUTE = 'target_session_attrs';

/**
 * Parses a database URL, which like libpq's may list several hosts separated by commas and say in
 * `target_session_attrs` whether a session must be able to write.
 */
export function parseServers(url: string, mustWrite: boolean): Servers {
  const [, scheme, user, hosts = '', rest] = DATABASE_URL_PARTS.exec(url) ?? [];
  const urls = hosts.includes(',')
    ? hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`)
    : [url];
  return {
    connectionString: urls[0] as string,
    hosts: urls.map((connectionString) => {
      const { host, port } = new pg.Client({ connectionString });
      return { host, port };
    }),
    mustWrite: readAttribute(url) ?? mustWrite,
  };
}

function readAttribute(url: string): boolean | null {
  const [, query = ''] = url.split('?', 2);
  const value = new URLSearchParams(query).get(ATTRIBUTE);
  if (value === null) return null;
  if (value === 'read-write') return true;
  if (value === 'any') return false;
  throw new Error(`${ATTRIBUTE} must be read-write or any, not ${value}`);
}
