import { readFileSync } from 'node:fs';

/** Fewer don't suffice to load the service; Node.js then reports that a package wasn't found. */
const MIN_OPEN_FILES = 512;
const LINE = /^Max open files +(\d+)/m;

/** Throws if the process may open too few files. Outside Linux, the limit isn't known. */
export function refuseFewOpenFiles(limits = readLimits()): void {
  const [, most] = LINE.exec(limits) ?? [];
  if (most === undefined || Number(most) >= MIN_OPEN_FILES) return;
  throw new Error(
    `The process may open only ${most} files. Raise the limit to ${MIN_OPEN_FILES} or more, and for each connection by one: ulimit -n, LimitNOFILE of systemd, or --ulimit of a container.`,
  );
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
