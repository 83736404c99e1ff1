import pg from 'pg';

/** One server: a name or address, or the folder of a socket. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** Where a database may be reached. */
export interface Servers {
  /** Who connects, to what and how; its host is the first of them. */
  readonly connectionString: string;
  readonly hosts: readonly Host[];
  /** A session must be able to write: a standby and a read-only server are passed over. */
  readonly mustWrite: boolean;
}

/** Scheme, user and password, hosts, and what follows. */
const PARTS = /^([a-z]+:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;
const ATTRIBUTE = 'target_session_attrs';

/**
 * Reads a database URL, which may name several hosts, separated by commas, and say in
 * `target_session_attrs` whether a session must be able to write; as libpq does.
 */
export function parseServers(url: string, mustWrite: boolean): Servers {
  const [, scheme, user, hosts = '', rest] = PARTS.exec(url) ?? [];
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
