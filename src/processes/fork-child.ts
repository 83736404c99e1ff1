import cluster from 'node:cluster';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Registry } from 'prom-client';
import { type Answers, createLine, type Line } from './line.ts';
import { returnConnections } from './return-connections.ts';

/** A registry's metrics, as sent through the channel. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;
export type ChildRole = 'api' | 'worker';

/** How a process ended, for the log. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process of the service from the supervisor's view. */
export interface Child extends Line {
  readonly role: ChildRole;
  readonly pid: number;
  /** Resolves once it serves requests or works; rejects if it ends before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<Ended>;
  /** Whether it has been ready; it may be stopping by now. */
  wasReady(): boolean;
  /** Its metrics, or the last ones it returned. */
  measure(): Promise<Figures>;
  counted(): Figures;
  kill(): void;
}

/** Works from the sources and the build. */
const exec = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url));

/**
 * Starts a process of the service. It reads `.env` itself, so the file's variables must not be in
 * this process's environment: they would take precedence even after the file was changed.
 */
export function forkChild(
  role: ChildRole,
  settings: Readonly<Record<string, string>>,
  answers: Answers,
): Child {
  cluster.setupPrimary({ exec, args: [] });
  const { process: child } = cluster.fork({ ...settings, ROLE: role });
  returnConnections(child);
  const ended = new Promise<Ended>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  let hasBeenReady = false;
  let onReady = () => {};
  const isReady = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  let figures: Figures = [];
  const keep = (counted: Figures) => {
    figures = counted;
  };
  const line = createLine(child, {
    ...answers,
    counted: keep,
    ready: () => {
      hasBeenReady = true;
      onReady();
    },
  });
  const failed = ended.then(({ code, signal }) => {
    throw new Error(`A process ended before it was ready (${signal ?? `code ${code}`})`);
  });
  const ready = Promise.race([isReady, failed]);
  ready.catch(() => {});
  return {
    ...{ ...line, role, ready, ended, pid: child.pid as number },
    wasReady: () => hasBeenReady,
    counted: () => figures,
    measure: async () => {
      await line.ask<Figures>('measure').then(keep, () => {});
      return figures;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
