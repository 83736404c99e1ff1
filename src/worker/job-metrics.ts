import { Counter, type Registry } from 'prom-client';

/** Counts failed batches by job. Returns the function to call for each. */
export function countJobFailures(registry: Registry): (job: string) => void {
  const failures = new Counter({
    name: 'tillgate_job_failures_total',
    help: 'Batches of a job that failed; it runs again at its next turn.',
    labelNames: ['job'],
    registers: [registry],
  });
  return (job) => failures.inc({ job });
}
