import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { asFault, mayPass, UnavailableError } from './faults.ts';
import type { Host, Servers } from './servers.ts';

/** Milliseconds between two probes of a host, and timeout of one probe. */
const PAUSE_MS = 200;
const LOOK_MS = 2_000;

/** Finds the server to connect to. */
export interface Finder {
  /**
   * Returns the last server known to be usable, or else probes all of them in parallel. Throws if
   * none is usable.
   */
  find(): Promise<Host>;
  /** Reports a failed connection to the host; the next call probes again. */
  miss(host: Host): void;
  /**
   * Reports that a connection's server is no longer usable. Connections of the same age are
   * replaced too.
   */
  doubt(age: number): void;
  /** Number of doubts so far. A connection made before the latest doubt must not be used. */
  readonly age: number;
}

/** After a server is lost, calls wait up to `patienceMs` for one to return or be promoted. */
export function createFinder(servers: Servers, patienceMs: number): Finder {
  const { hosts } = servers;
  const state: State = {
    known: hosts.length === 1 ? (hosts[0] ?? null) : null,
    lostAt: Date.now(),
  };
  let searching: Promise<Host> | null = null;
  let age = 0;
  const forget = () => {
    if (state.known) state.lostAt = Date.now();
    state.known = null;
  };
  return {
    find: async () => {
      if (state.known) return state.known;
      searching ??= search(servers, state, state.lostAt + patienceMs).finally(() => {
        searching = null;
      });
      return searching;
    },
    miss: (host) => {
      if (state.known === host) forget();
    },
    doubt: (ofAge) => {
      if (ofAge !== age) return;
      age += 1;
      forget();
    },
    get age() {
      return age;
    },
  };
}

interface State {
  known: Host | null;
  /** When the last known server was lost, in Unix milliseconds. */
  lostAt: number;
}

/** Probes all hosts repeatedly until the deadline; returns the first usable one. */
async function search(servers: Servers, state: State, until: number): Promise<Host> {
  const { hosts } = servers;
  let isOver = false;
  const watch = async (host: Host): Promise<Host> => {
    for (;;) {
      try {
        await look(servers, host);
        return host;
      } catch (error) {
        if (isOver || Date.now() >= until || !mayPass(error)) throw error;
      }
      await pause(PAUSE_MS);
    }
  };
  try {
    state.known = await Promise.any(hosts.map(watch));
    return state.known;
  } catch (error) {
    throw describe(hosts, (error as AggregateError).errors);
  } finally {
    isOver = true;
  }
}

/** The error of a single server as it is if it is permanent; otherwise a summary of all errors. */
function describe(hosts: readonly Host[], errors: readonly Error[]): unknown {
  const lasting = errors.find((error) => !mayPass(error));
  if (lasting && hosts.length === 1) return lasting;
  const said = hosts.map(({ host, port }, index) => `${host}:${port}: ${errors[index]?.message}`);
  const reasons = new Set(errors.map(asFault).map((fault) => (fault as UnavailableError).reason));
  const message = `No database server to work with: ${said.join('; ')}`;
  return new UnavailableError(message, [...reasons].join(', '));
}

async function look({ connectionString, mustWrite }: Servers, host: Host): Promise<void> {
  const limits = { connectionTimeoutMillis: LOOK_MS, query_timeout: LOOK_MS };
  const client = Object.assign(new pg.Client({ connectionString, ...limits }), host);
  client.on('error', () => {});
  try {
    await client.connect();
    if (mustWrite) await demandWrites(client);
  } finally {
    client.end().catch(() => {});
  }
}

const READ_ONLY = 'It is read-only (default_transaction_read_only is on)';

/** Throws, with the reason, if the session is read-only. */
export async function demandWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as closed`,
  );
  const { standby, closed } = rows[0];
  if (standby) throw new UnavailableError('It is a standby and takes no writes', 'standby');
  if (closed) throw new UnavailableError(READ_ONLY, 'read-only');
}
