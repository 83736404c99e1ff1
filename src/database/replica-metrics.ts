import { Counter, type Registry } from 'prom-client';

/** Counts reads by destination. Returns the function to call for each read. */
export function countReads(registry: Registry): (from: 'primary' | 'replica') => void {
  const reads = new Counter({
    name: 'tillgate_reads_total',
    help: 'Reads that may go to the replica, by where they ran.',
    labelNames: ['from'],
    registers: [registry],
  });
  return (from) => reads.inc({ from });
}
