import { loadModule } from 'libpg-query';
import { ALL_STORES } from './all-stores.ts';
import type { Recorded } from './record.ts';
import { findStoreFaults } from './store-faults.ts';
import { readTables } from './tables.ts';

await loadModule();

/** One line per statement that isn't limited to a store and isn't listed as an exception. */
export function judge(recorded: readonly Recorded[]): string[] {
  const tables = readTables();
  return recorded.flatMap(({ text, sender }) => {
    if (isListed(sender)) return [];
    const faults = findStoreFaults(text, tables);
    return faults.length === 0
      ? []
      : [`${sender}: ${faults.join(', ')}\n  ${text.replaceAll(/\s+/g, ' ')}`];
  });
}

function isListed(sender: string): boolean {
  return ALL_STORES.some(({ senders }) => senders.some((one) => sender.startsWith(one)));
}
