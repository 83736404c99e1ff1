import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PatroniNode } from '../../support/patroni-node.ts';
import type { FailoverCluster } from './cluster.ts';

/** Milliseconds that a server with a full disk gets before an operator switches over. */
const PATIENCE_MS = 15_000;
const FILL_AGAIN_MS = 500;

/** What happens to the leader. */
export interface Loss {
  readonly cluster: FailoverCluster;
  readonly former: PatroniNode;
  readonly other: PatroniNode;
  /** Whether the other server leads by now. */
  readonly isOver: () => boolean;
}

export interface TakeoverKind {
  readonly kind: string;
  readonly isPossible?: (cluster: FailoverCluster) => boolean;
  readonly lose: (loss: Loss) => Promise<unknown>;
  /** Cleanup, so that the former leader can return. */
  readonly bringBack?: (loss: Loss) => unknown;
}

const hasWires = ({ wires }: FailoverCluster) => wires.size > 0;
const wireOf = ({ cluster, former }: Loss) => cluster.wires.get(former.name);

export const TAKEOVER_KINDS: readonly TakeoverKind[] = [
  {
    kind: 'its server is killed',
    lose: ({ former }) => former.signalServer('SIGKILL'),
  },
  {
    kind: 'it is cut off from etcd and its standby, not from the service',
    isPossible: hasWires,
    lose: async (loss) => wireOf(loss)?.cutFromPeers(),
    bringBack: (loss) => wireOf(loss)?.heal(),
  },
  {
    kind: 'it is switched over by hand',
    lose: ({ cluster, former, other }) => {
      const names = ['--leader', former.name, '--candidate', other.name];
      return cluster.control('switchover', 'tillgate', ...names, '--force');
    },
  },
  {
    kind: 'its disk is full',
    isPossible: ({ disks }) => disks !== null,
    lose: fillUp,
    bringBack: ({ cluster, former }) => cluster.disks?.free(dirname(former.dataDir)),
  },
  {
    kind: 'it freezes, and comes back believing that it leads',
    lose: ({ former }) => former.signalAll('SIGSTOP'),
    bringBack: ({ former }) => former.signalAll('SIGCONT'),
  },
  {
    kind: 'it is stopped',
    lose: ({ former }) => former.stop(),
    bringBack: ({ former }) => former.start(),
  },
  {
    kind: 'its cable is pulled',
    isPossible: hasWires,
    lose: async (loss) => wireOf(loss)?.cut(),
    bringBack: (loss) => wireOf(loss)?.heal(),
  },
  {
    kind: 'everything on its machine ends at once',
    lose: ({ former }) => former.destroy(),
    bringBack: ({ former }) => former.start(),
  },
];

/**
 * A server with a full disk refuses writes or crashes, depending on what it needs the space for. If
 * it remains the leader, an operator follows the operations guide.
 */
async function fillUp({ cluster, former, other, isOver }: Loss): Promise<void> {
  const folder = dirname(former.dataDir);
  const until = Date.now() + PATIENCE_MS;
  while (!isOver() && Date.now() < until) {
    await cluster.disks?.fill(folder);
    await pause(FILL_AGAIN_MS);
  }
  if (isOver()) return;
  try {
    await cluster.control('failover', 'tillgate', '--candidate', other.name, '--force');
  } catch (error) {
    // The standby has been promoted in the meantime.
    if (!String(error).includes('target and source are the same')) throw error;
  }
}
