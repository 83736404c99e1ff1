import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installPeer } from './peer.ts';

export type Device = 'phone' | 'desktop';

/** Lighthouse's results for a first visit; scores out of 100, times in milliseconds. */
export interface Visited {
  readonly version: string;
  readonly performance: number;
  readonly accessibility: number;
  /** Bytes as transferred, headers included. */
  readonly bytes: number;
  readonly requests: number;
  readonly firstContentfulPaint: number;
  readonly speedIndex: number;
  readonly largestContentfulPaint: number;
  readonly totalBlockingTime: number;
  readonly cumulativeLayoutShift: number;
}

export interface VisitOptions {
  readonly device: Device;
  readonly url: string;
  readonly cookie: string | null;
}

export interface Lighthouse {
  /**
   * One first visit with an empty cache under the device's preset. Throws if it ends on another
   * page.
   */
  visit(options: VisitOptions): Promise<Visited>;
  remove(): void;
}

/** Lighthouse, installed from its own lock file; `chromePath` is the browser. */
export function startLighthouse(chromePath: string): Lighthouse {
  const { folder, remove } = installPeer('lighthouse');
  const visit = async (options: VisitOptions) => {
    const args = ['visit.mjs', JSON.stringify({ chromePath, ...options })];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    const visited = JSON.parse(stdout) as Visited & { url: string };
    if (visited.url !== options.url) throw new Error(`The visit ended at ${visited.url}`);
    return visited;
  };
  return { visit, remove };
}
