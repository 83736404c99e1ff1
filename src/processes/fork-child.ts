import cluster from 'node:cluster';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Registry } from 'prom-client';
import { type Answers, createLine, type Line } from './line.ts';

/** What a registry of metrics holds, as it comes through the channel. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;
export type ChildRole = 'api' | 'worker';

/** How a process has ended, for the log. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process of the service, as the supervisor sees it. */
export interface Child extends Line {
  readonly role: ChildRole;
  readonly pid: number;
  /** Resolves once it takes requests or works; rejects when it ends before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<Ended>;
  /** Whether it has been ready; it can be on its way out since. */
  wasReady(): boolean;
  /** What it counts, or counted when it last answered. */
  measure(): Promise<Figures>;
  counted(): Figures;
  kill(): void;
}

/** From the sources and from the build alike. */
const exec = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url));

/**
 * Starts a process of the service. It reads `.env` itself, so what stands there must not be in this
 * process's environment: it would count as given from outside, even after it was changed.
 */
export function forkChild(
  role: ChildRole,
  settings: Readonly<Record<string, string>>,
  answers: Answers,
): Child {
  cluster.setupPrimary({ exec, args: [] });
  const { process: child } = cluster.fork({ ...settings, ROLE: role });
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
