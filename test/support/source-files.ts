import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const CODE = /\.(tsx?|mjs)$/;
const TEST = /\.test\.tsx?$/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** The code in the given folders except tests, by path from the project's root. */
export function readSources(folders: readonly string[]): ReadonlyMap<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && CODE.test(entry.name) && !TEST.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .filter((path) => !path.includes('node_modules')),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** The project files each file imports, types included. */
export function importsAmong(
  sources: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const importsOf = ([path, text]: readonly [string, string]) =>
    [path, filesNamed(path, text).filter((name) => sources.has(name))] as const;
  return new Map([...sources].map(importsOf));
}

function filesNamed(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, name]) =>
    normalize(join(dirname(path), name as string)),
  );
}

/** The files that import each other in a cycle, directly or indirectly; each cycle is sorted. */
export function findRings(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const rings: string[][] = [];
  const visit = (file: string): number => {
    const place = order.size;
    order.set(file, place);
    open.push(file);
    let low = place;
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? place);
    }
    if (low === place) {
      const ring = open.splice(open.indexOf(file));
      if (ring.length > 1) rings.push(ring.sort());
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return rings;
}
