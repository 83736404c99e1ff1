import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kernel's quota period, in microseconds. */
const PERIOD = 100_000;
const FIRST_VERSION = '/sys/fs/cgroup/cpu';
const SECOND_VERSION = '/sys/fs/cgroup';

export interface CpuQuota {
  /** Call once the process has exited. */
  remove(): void;
}

/**
 * Limits a process to a fraction of a core with its own control group. Null if that isn't possible:
 * it requires Linux and permission to create control groups.
 */
export function limitCores(pid: number, cores: number): CpuQuota | null {
  const isFirst = existsSync(FIRST_VERSION);
  const folder = join(isFirst ? FIRST_VERSION : SECOND_VERSION, `tillgate-bench-${pid}`);
  const quota = Math.round(cores * PERIOD);
  try {
    mkdirSync(folder);
    if (isFirst) writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
    else writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD}`);
    writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  } catch {
    return null;
  }
  return { remove: () => rmdirSync(folder) };
}
