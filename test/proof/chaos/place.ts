import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceProcess, spawnService } from '../../support/service-process.ts';
import type { Link } from './link.ts';
import type { Namespace } from './namespace.ts';

/** Milliseconds between attempts to start while the database is unavailable. */
const AGAIN_MS = 300;
/** Maximum characters kept of a process's last output. */
const MAX_QUOTE_LENGTH = 1_500;
const CLOCK_SHIFT = join(import.meta.dirname, 'clock-shift.mjs');

export type Role = 'api' | 'worker';

/** A process of the service that is restarted whenever it exits, as by a supervisor. */
export interface Place {
  readonly name: string;
  readonly role: Role;
  /** Its connection to the database, if that goes through proxies of the run. */
  readonly link: Link | null;
  /** Its separate network, if it has one. */
  readonly namespace: Namespace | null;
  /** The running process, or null while it starts. */
  current(): ServiceProcess | null;
  /** Sends a signal to the running process; returns false if there is none. */
  signal(signal: NodeJS.Signals): boolean;
  /**
   * Sets the clock of this process and its successors, as an offset in milliseconds from real time.
   */
  shiftClock(ms: number): Promise<void>;
  /** Resolves once a process is running and ready. */
  untilRunning(): Promise<ServiceProcess>;
  /** How each process that was ready exited: its code and its last output. */
  ends(): readonly string[];
  /** Starts that became ready, and those that didn't. */
  starts(): number;
  failedStarts(): number;
  /** Stops it permanently with SIGTERM; returns the exit code. */
  end(): Promise<number | null>;
  /** Kills it permanently, if it is still running. */
  abandon(): Promise<void>;
}

export interface PlaceOptions {
  readonly name: string;
  readonly role: Role;
  readonly link: Link | null;
  readonly databaseUrl: string;
  readonly namespace: Namespace | null;
  readonly folder: string;
  readonly mainFile: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Called with the output of each process once it has exited. */
  readonly onOutput: (place: string, text: string) => void;
}

export async function keepPlace(options: PlaceOptions): Promise<Place> {
  const { name, role, link, namespace, folder, mainFile } = options;
  const shiftFile = join(folder, `${name}.clock`);
  await writeFile(shiftFile, '0');
  const settings = { ...options.settings, ROLE: role, DATABASE_URL: options.databaseUrl };
  const own = [process.execPath, '--import', CLOCK_SHIFT, mainFile];
  const command = [...(namespace?.prefix ?? []), ...own] as [string, ...string[]];
  let current: ServiceProcess | null = null;
  const ends: string[] = [];
  let started = 0;
  let failed = 0;
  let isKept = true;
  let isAbandoned = false;
  const run = async () => {
    while (isKept) {
      const service = await spawnService(
        folder,
        { ...settings, CLOCK_SHIFT_FILE: shiftFile },
        command,
      ).catch((error: Error) => error);
      if (service instanceof Error) {
        failed += 1;
        options.onOutput(name, service.message);
        await pause(AGAIN_MS);
        continue;
      }
      current = service;
      started += 1;
      if (isAbandoned) service.stop('SIGKILL');
      const code = await service.ended;
      ends.push(`code ${code}, after ${service.output().slice(-MAX_QUOTE_LENGTH)}`);
      current = null;
      options.onOutput(name, service.output());
    }
  };
  const running = run();
  const untilRunning = async () => {
    while (current === null) await pause(AGAIN_MS / 6);
    return current;
  };
  return {
    ...{ name, role, link, namespace, untilRunning },
    current: () => current,
    ends: () => ends,
    starts: () => started,
    failedStarts: () => failed,
    signal: (signal) => {
      if (current === null) return false;
      return process.kill(current.pid, signal);
    },
    shiftClock: async (ms) => {
      await writeFile(shiftFile, String(ms));
      if (current !== null) process.kill(current.pid, 'SIGUSR2');
    },
    end: async () => {
      isKept = false;
      const last = await untilRunning();
      const code = await last.stop('SIGTERM');
      await running;
      return code;
    },
    abandon: async () => {
      isKept = false;
      isAbandoned = true;
      await current?.stop('SIGKILL');
      await running;
    },
  };
}
