import { askServer } from '../../support/server-database.ts';
import type { FaultKind } from './faults.ts';

/** Milliseconds for which a data node is missing. */
const MIN_DOWN_MS = 1_000;
const MAX_DOWN_MS = 5_000;

/** Faults of a cluster's data nodes. */
export const NODE_FAULTS: readonly FaultKind[] = [
  {
    ...{ kind: 'node killed and restarted', weight: 1, role: 'database', excuses: true },
    make: async ({ cluster: { dataNodes, crashNode }, random, journal }) => {
      const number = random.below(dataNodes.length);
      await crashNode(number, MIN_DOWN_MS + random.below(MAX_DOWN_MS - MIN_DOWN_MS));
      const prepared = await countPrepared(dataNodes[number] as string);
      if (prepared > 0) journal.count('node came back with prepared transactions');
    },
  },
];

/** Transactions of which the node doesn't know yet whether they committed. */
export async function countPrepared(nodeUrl: string): Promise<number> {
  const { rows } = await askServer(
    nodeUrl,
    'select count(*)::int as count from pg_prepared_xacts where database = current_database()',
  );
  return rows[0].count;
}
