import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kernel's usual quota period, in microseconds. */
const PERIOD = 100_000;
const FIRST_VERSION = '/sys/fs/cgroup/cpu';
const SECOND_VERSION = '/sys/fs/cgroup';

export interface CpuQuota {
  /** Changes the limit; null lifts it. */
  set(cores: number | null): void;
  /** Call once the processes have exited. */
  remove(): void;
}

/**
 * Limits processes, and those they start later, together to a fraction of a core with a control
 * group of their own. `period`, in microseconds, is how long they can wait once it is used up. Null
 * if that isn't possible: it requires Linux and permission to create control groups.
 */
export function limitCores(
  pids: number | readonly number[],
  cores: number | null,
  period = PERIOD,
): CpuQuota | null {
  const all = [pids].flat();
  const isFirst = existsSync(FIRST_VERSION);
  const folder = join(isFirst ? FIRST_VERSION : SECOND_VERSION, `tillgate-bench-${all[0]}`);
  const write = (file: string, value: number | string) =>
    writeFileSync(join(folder, file), String(value));
  const set = (share: number | null) => {
    const quota = share === null ? null : Math.round(share * period);
    if (!isFirst) return write('cpu.max', `${quota ?? 'max'} ${period}`);
    write('cpu.cfs_period_us', period);
    write('cpu.cfs_quota_us', quota ?? -1);
  };
  try {
    mkdirSync(folder);
    set(cores);
    for (const pid of all) write('cgroup.procs', pid);
  } catch {
    return null;
  }
  return { set, remove: () => rmdirSync(folder) };
}
