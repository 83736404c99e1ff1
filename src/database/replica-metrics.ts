import { Counter, type Registry } from 'prom-client';

/** Counts reads by where they went. Gives what is to be called for each. */
export function countReads(registry: Registry): (from: 'primary' | 'replica') => void {
  const reads = new Counter({
    name: 'tillgate_reads_total',
    help: 'Reads that may go to the replica, by where they went.',
    labelNames: ['from'],
    registers: [registry],
  });
  return (from) => reads.inc({ from });
}
