import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestOptions } from 'vitest';
import { findAny, findProgram } from './find-program.ts';
import { hasPreviousRelease } from './previous-release.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test or suite is skipped. */
    skipped?: SkipReason;
  }
}

export interface SkipReason {
  readonly why: string;
  /** Whether CI must provide what is missing. */
  readonly isDefect: boolean;
}

const onCluster = process.env.TEST_CITUS_URL !== undefined;
const onServer = process.env.TEST_DATABASE_URL !== undefined && !onCluster;
/** Whether races can occur: the embedded engine runs transactions one after another. */
export const hasRaces = onServer || onCluster;
export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

const POSTGRES = ['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`);
/** The first has no window to update, which saves a sixth of a page test's time. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const { CHROMIUM_PATH, PGBOUNCER_FOLDER = '' } = process.env;

/** Where Debian puts WebKitGTK's small browser, on x64 and ARM. */
const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1`,
);

/** Every program that tests run, and its path on this machine. */
export const programs = {
  initdb: findProgram('initdb', POSTGRES),
  postgres: findProgram('postgres', POSTGRES),
  pg_basebackup: findProgram('pg_basebackup', POSTGRES),
  pgbouncer: findProgram('pgbouncer', [PGBOUNCER_FOLDER]),
  patroni: findProgram('patroni'),
  patronictl: findProgram('patronictl'),
  etcd: findProgram('etcd'),
  haproxy: findProgram('haproxy'),
  pgbackrest: findProgram('pgbackrest'),
  chromium: CHROMIUM_PATH ? findProgram(CHROMIUM_PATH, ['/']) : findAny(BROWSERS),
  firefox: findAny(['firefox-esr', 'firefox']),
  webkitDriver: findProgram('WebKitWebDriver'),
  miniBrowser: findProgram('MiniBrowser', MINI_BROWSERS),
  xvfb: findProgram('Xvfb'),
  script: findProgram('script'),
  openssl: findProgram('openssl'),
  curl: findProgram('curl'),
  node: process.execPath,
  buildah: findProgram('buildah'),
  go: findProgram('go'),
  php: findProgram('php'),
  python3: findProgram('python3'),
};
type Program = keyof typeof programs;

interface Need {
  readonly what: string;
  readonly isThere: () => boolean;
  /** Not an error if missing: the run is for the other engine, or the language is optional. */
  readonly isOptional?: boolean;
}

/** What tests may need, as worded in the summary. */
const NEEDS = {
  server: { what: 'a PostgreSQL server', isThere: () => onServer || onCluster, isOptional: true },
  'plain-server': {
    ...{ what: 'a PostgreSQL server that is not a cluster', isThere: () => onServer },
    isOptional: true,
  },
  'one-server': {
    ...{ what: 'one server instead of a cluster', isThere: () => !onCluster, isOptional: true },
  },
  embedded: {
    ...{ what: 'the embedded engine', isThere: () => !onServer && !onCluster, isOptional: true },
  },
  cluster: {
    ...{ what: 'a Citus cluster (TEST_CITUS_URL)', isThere: () => onCluster, isOptional: true },
  },
  citus: { what: 'Citus in the local PostgreSQL', isThere: hasCitus, isOptional: true },
  postgres: all('postgresql-15', 'initdb', 'postgres', 'pg_basebackup'),
  patroni: all('patroni, etcd-server, haproxy', 'patroni', 'patronictl', 'etcd', 'haproxy'),
  pgbouncer: all('pgbouncer', 'pgbouncer'),
  pgbackrest: all('pgbackrest', 'pgbackrest'),
  chromium: all('chromium', 'chromium'),
  firefox: all('firefox-esr', 'firefox'),
  webkit: all('webkit2gtk-driver, xvfb', 'webkitDriver', 'miniBrowser', 'xvfb'),
  redis: { what: `Redis at ${REDIS_URL}`, isThere: isRedisThere },
  script: { ...all('a terminal (script)', 'script'), isOptional: true },
  mount: { what: 'the right to mount a disk (root)', isThere: canMount, isOptional: true },
  image: {
    what: 'buildah, root, and minutes (TEST_IMAGE=on)',
    isThere: () => process.env.TEST_IMAGE === 'on' && canMount() && programs.buildah !== null,
    isOptional: true,
  },
  previous: {
    ...{ what: 'the history with the previous release', isThere: hasPreviousRelease },
    isOptional: true,
  },
  openssl: all('openssl', 'openssl'),
  curl: all('curl', 'curl'),
  node: all('Node.js', 'node'),
  go: { ...all('Go', 'go'), isOptional: true },
  php: { ...all('PHP', 'php'), isOptional: true },
  python: { what: 'Python with cryptography', isThere: hasCryptography, isOptional: true },
} satisfies Record<string, Need>;
export type NeedName = keyof typeof NEEDS;

/** `TEST_WITHOUT=chromium,patroni` skips tests deliberately. */
const leftOut = new Set((process.env.TEST_WITHOUT ?? '').split(','));

export function isLeftOut(name: NeedName): boolean {
  return leftOut.has(name);
}

/**
 * The options of a test or suite that can't run everywhere: `it('…', needs('server'), …)`. If
 * something is missing, it is skipped and the summary says why.
 */
export function needs(...names: readonly NeedName[]): TestOptions {
  const missing = names.map(reasonToSkip).find((reason) => reason !== null);
  return missing ? skipFor(missing) : {};
}

/** The options of a test that never runs. */
export function skipFor(skipped: SkipReason): TestOptions {
  return { skip: true, meta: { skipped } };
}

function reasonToSkip(name: NeedName): SkipReason | null {
  if (isLeftOut(name)) return { why: `left out: ${name}`, isDefect: false };
  const { what, isThere, isOptional = false }: Need = NEEDS[name];
  return isThere() ? null : { why: `needs ${what}`, isDefect: !isOptional };
}

function all(what: string, ...names: readonly Program[]): Need {
  return { what, isThere: () => names.every((name) => programs[name]) };
}

/** Whether the local PostgreSQL has Citus among its extensions. */
export function hasCitus(): boolean {
  const { postgres } = programs;
  return postgres !== null && existsSync(join(postgres, '../../lib/citus.so'));
}

function hasCryptography(): boolean {
  return programs.python3 !== null && succeeds(programs.python3, '-c', 'import cryptography');
}

export function canMount(): boolean {
  const mount = 'd=$(mktemp -d) && mount -t tmpfs tmpfs "$d" && umount "$d" && rmdir "$d"';
  return succeeds('sh', '-c', mount);
}

function isRedisThere(): boolean {
  const { hostname, port } = new URL(REDIS_URL);
  const connect = `require('net').connect(${port}, '${hostname}', () => process.exit(0)).on('error', () => process.exit(1))`;
  return succeeds(process.execPath, '-e', connect);
}

function succeeds(file: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(file, args, { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
