import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { asFault, mayPass, UnavailableError } from './faults.ts';
import type { Host, Servers } from './servers.ts';

/** Milliseconds between two looks at a host, and for one of them. */
const PAUSE_MS = 200;
const LOOK_MS = 2_000;

/** Knows which of the servers to connect to. */
export interface Finder {
  /** The server that was last seen to do; otherwise it asks all of them at once. Throws if none does. */
  find(): Promise<Host>;
  /** The host could not be connected to: the next call looks again. */
  miss(host: Host): void;
  /** A connection showed that its server no longer does: those of the same age are replaced too. */
  doubt(age: number): void;
  /** Counts doubts: a connection that is older than the last is not to be used. */
  readonly age: number;
}

/** Calls wait for a server to come or to be promoted for `patienceMs` from its loss on, then no more. */
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
  /** Since when none is known, in Unix milliseconds. */
  lostAt: number;
}

/** Looks at all hosts, again and again until the time; the first that does is it. */
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

/** One server's refusal for good is told as it is; else what each of them says. */
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

/** Throws when the session can't write, and says why. */
export async function demandWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as closed`,
  );
  const { standby, closed } = rows[0];
  if (standby) throw new UnavailableError('It is a standby and takes no writes', 'standby');
  if (closed) throw new UnavailableError('It is read-only', 'read-only');
}
