import { Counter, type Registry } from 'prom-client';

/**
 * Counts failed batches by job. Returns the function to call for each. The label isn't `job`, which
 * Prometheus sets to its own name for the target.
 */
export function countJobFailures(registry: Registry): (name: string) => void {
  const failures = new Counter({
    name: 'tillgate_job_failures_total',
    help: 'Batches of a job that failed; it runs again at its next turn.',
    labelNames: ['name'],
    registers: [registry],
  });
  return (name) => failures.inc({ name });
}
