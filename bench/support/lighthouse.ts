import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installPeer } from './peer.ts';

export type Device = 'phone' | 'desktop';

/** What Lighthouse says of a first visit; scores of 100, times in milliseconds. */
export interface Visited {
  readonly version: string;
  readonly performance: number;
  readonly accessibility: number;
  /** As they travelled, headers included. */
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
  /** One first visit with an empty cache under the device's preset. Throws when it ends elsewhere. */
  visit(options: VisitOptions): Promise<Visited>;
  remove(): void;
}

/** Lighthouse itself, installed from its own lock file; `chromePath` is the browser. */
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
