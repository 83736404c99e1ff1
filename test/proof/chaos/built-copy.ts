import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { buildService, root } from '../../support/service-process.ts';

/** What the service reads besides its own code. */
const BESIDE = ['node_modules', 'package.json', 'safety', 'fonts', 'web'];

/** Builds the service and copies it, so that later builds don't affect a long run. */
export async function copyBuilt(folder: string): Promise<string> {
  await buildService();
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  for (const name of BESIDE) await symlink(join(root, name), join(folder, name));
  return join(folder, 'dist', 'main.js');
}
