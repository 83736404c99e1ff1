import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Licenses that require no more than attribution. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];
/** Weak copyleft, used unchanged; they don't affect our own code. */
const UNCHANGED = ['MPL-2.0'];
/** Data that requires attribution. */
const DATA = ['CC-BY-4.0'];
/** Packages that state their license only in a file, which is read instead. */
const READ: Readonly<Record<string, string>> = { 'png-js': 'MIT' };
/** Packages with an install script, each checked to work without it. */
const SCRIPTS: readonly string[] = ['esbuild', 'fsevents'];

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

type Package = Locked & { readonly name: string };

const root = join(import.meta.dirname, '..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const packages = Object.entries(lock.packages as Record<string, Locked>)
  .filter(([path]) => path !== '')
  .map(
    ([path, locked]): Package => ({
      name: path.split('node_modules/').at(-1) as string,
      ...locked,
    }),
  );

it('has no package whose licence is not on the list', () => {
  const found = packages.filter((entry) => !isAllowed(entry));
  expect(found.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

it('pins every package by its hash', () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(({ integrity, link }) => !integrity && !link).map(nameOf)).toEqual([]);
});

it('runs no unknown script at installation', () => {
  const running = packages.filter(({ hasInstallScript }) => hasInstallScript).map(nameOf);
  expect(running.filter((name) => !SCRIPTS.includes(name))).toEqual([]);
});

it('lets npm run no script of a package', () => {
  const settings = readFileSync(join(root, '.npmrc'), 'utf8').split('\n');
  expect(settings).toContain('ignore-scripts=true');
});

function isAllowed({ name, license = READ[name] ?? 'none', dev = false }: Package): boolean {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) =>
    choice
      .split(' AND ')
      .every(
        (name) =>
          ALLOWED.includes(name) || UNCHANGED.includes(name) || (dev && DATA.includes(name)),
      ),
  );
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
