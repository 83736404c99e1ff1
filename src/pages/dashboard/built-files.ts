import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** Where the build puts the dashboard, as seen from src/ and from dist/. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist', 'dashboard');

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/** A file of the build with its compressed forms. */
export interface BuiltFile {
  readonly contentType: string;
  readonly plain: Buffer;
  readonly gzip: Buffer | null;
  readonly brotli: Buffer | null;
}

export interface BuiltDashboard {
  /** The page, with `STYLE_NONCE` as a placeholder for the nonce. */
  readonly page: string;
  /** Keyed by path below `assets/`. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
}

/**
 * The built dashboard, entirely in memory, so that a build doesn't remove files of a running
 * service. Null if it was never built.
 */
export function readBuiltDashboard(): BuiltDashboard | null {
  const page = join(FOLDER, 'index.html');
  if (!existsSync(page)) return null;
  const folder = join(FOLDER, 'assets');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const assets = paths
    .filter((path) => CONTENT_TYPES[extname(path)] !== undefined)
    .map(
      (path) => [relative('', path).split(sep).join('/'), readFile(join(folder, path))] as const,
    );
  return { page: readFileSync(page, 'utf8'), assets: new Map(assets) };
}

function readFile(path: string): BuiltFile {
  return {
    contentType: CONTENT_TYPES[extname(path)] as string,
    plain: readFileSync(path),
    gzip: readIfThere(`${path}.gz`),
    brotli: readIfThere(`${path}.br`),
  };
}

function readIfThere(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null;
}
