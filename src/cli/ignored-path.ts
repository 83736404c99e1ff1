import { execFile } from 'node:child_process';
import { dirname } from 'node:path';

/** Exit code of `git check-ignore` for a path that git would take. */
const NOT_IGNORED = 1;

/** Whether git would take the file into the repository around it; false where there is none. */
export function isCommittable(path: string): Promise<boolean> {
  const args = ['-C', dirname(path), 'check-ignore', '--quiet', path];
  return new Promise((resolve) => {
    execFile('git', args, (error) => resolve(error?.code === NOT_IGNORED));
  });
}
