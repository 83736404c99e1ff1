import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program in one of the folders or in PATH, or null. */
export function findProgram(name: string, folders: readonly string[] = []): string | null {
  const path = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...folders, ...path, '/usr/sbin'].map((folder) => join(folder, name));
  return candidates.find(isExecutable) ?? null;
}

/** The path of the first of the programs that is installed, or null. */
export function findAny(names: readonly string[]): string | null {
  return names.map((name) => findProgram(name)).find((path) => path !== null) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
