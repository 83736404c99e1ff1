import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startUnprivileged, type Unprivileged } from './unprivileged.ts';

const LOOK_MS = 20;

/** One machine of a cluster: Patroni and the PostgreSQL server it runs. */
export interface PatroniNode {
  readonly name: string;
  readonly address: string;
  /** The data directory of its server. */
  readonly dataDir: string;
  start(): void;
  /** Like `systemctl stop patroni`: hands over leadership and stops its server. */
  stop(): Promise<void>;
  /** Sends a signal to all processes of its server. */
  signalServer(signal: NodeJS.Signals): Promise<void>;
  /** Sends a signal to everything on the machine. */
  signalAll(signal: NodeJS.Signals): Promise<void>;
  /** Kills everything at the same time, like a power failure. */
  destroy(): Promise<void>;
}

export interface PatroniNodeOptions {
  readonly name: string;
  readonly address: string;
  readonly dataDir: string;
  readonly logFile: string;
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export function openNode(options: PatroniNodeOptions): PatroniNode {
  const { name, address, dataDir, logFile, command, env } = options;
  let patroni: Unprivileged | null = null;
  const signalServer = async (signal: NodeJS.Signals) => {
    const postmaster = await readPostmaster(dataDir);
    if (postmaster === null) return;
    for (const pid of [postmaster, ...childrenOf(postmaster)]) send(pid, signal);
  };
  const signalAll = async (signal: NodeJS.Signals) => {
    patroni?.signal(signal);
    await signalServer(signal);
  };
  return {
    ...{ name, address, dataDir, signalServer, signalAll },
    start: () => {
      if (patroni?.isRunning()) return;
      patroni = startUnprivileged(command, logFile, env);
    },
    stop: async () => patroni?.end('SIGTERM'),
    destroy: async () => {
      await signalAll('SIGKILL');
      // A frozen process is killed too, but one that was just starting may have been missed.
      await patroni?.end('SIGKILL');
      while ((await readPostmaster(dataDir)) !== null) {
        await signalServer('SIGKILL');
        await pause(LOOK_MS);
      }
    },
  };
}

/** The process named in its pid file, while it is alive. */
async function readPostmaster(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 && isServer(pid, dataDir) ? pid : null;
}

/** The pid may have been reused by another process. */
function isServer(pid: number, dataDir: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir);
  } catch {
    return false;
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return pids.filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    // The name in brackets may contain anything, so the fields are counted from its end.
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(fields.split(' ')[1]);
  } catch {
    return 0;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited in the meantime.
  }
}
