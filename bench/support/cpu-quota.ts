import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kernel counts quotas in these periods, in microseconds. */
const PERIOD = 100_000;
const FIRST_VERSION = '/sys/fs/cgroup/cpu';
const SECOND_VERSION = '/sys/fs/cgroup';

export interface CpuQuota {
  /** Once the process has ended. */
  remove(): void;
}

/**
 * Holds a process to a part of a core by a control group of its own. Null where that cannot be done:
 * it takes Linux and the right to make control groups.
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
