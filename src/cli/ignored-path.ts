import { execFile } from 'node:child_process';
import { dirname } from 'node:path';

/** Exit code of `git check-ignore` for a path that isn't ignored. */
const NOT_IGNORED = 1;

/** Whether git would commit the file to the surrounding repository; false without one. */
export function isCommittable(path: string): Promise<boolean> {
  const args = ['-C', dirname(path), 'check-ignore', '--quiet', path];
  return new Promise((resolve) => {
    execFile('git', args, (error) => resolve(error?.code === NOT_IGNORED));
  });
}
