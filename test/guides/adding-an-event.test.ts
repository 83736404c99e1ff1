import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/guides/adding-an-event.md'), 'utf8');
const MAX_FILES = 9;

interface Edit {
  readonly path: string;
  readonly isNew: boolean;
  readonly text: string;
}

const edits: readonly Edit[] = [...guide.matchAll(/^```(diff|ts) (\S+)\n(.*?)^```$/gms)].map(
  ([, kind, path = '', text = '']) => ({ path, isNew: kind === 'ts', text }),
);
const paths = [...new Set(edits.map(({ path }) => path))];

const copy = mkdtempSync(join(tmpdir(), 'tillgate-event-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the guide to adding an event', () => {
  it(`takes at most ${MAX_FILES} files`, () => {
    const steps = guide.match(/^\| \d \|.*$/gm) ?? [];
    // The changelog line is prose.
    expect(steps).toHaveLength(paths.length + 1);
    expect(steps.length).toBeLessThanOrEqual(MAX_FILES);
  });

  it('is enforced by the compiler, step by step, until it is done', { timeout: 240_000 }, () => {
    copySources();
    const code = paths.filter((path) => path.startsWith('src/') && !path.includes('.test.'));
    const asked = code.map((path) => {
      for (const edit of edits.filter((one) => one.path === path)) make(edit);
      return errorsOf(code.filter((path) => existsSync(join(copy, path))));
    });
    const [recorded = '', listed = '', described = '', switched, shown] = asked;
    expect(recorded).toMatch(/^src\/domain\/.*update-payment-method\.ts.*payment_method_updated/m);
    expect(listed).toMatch(/^src\/events\/event-types\.ts.*Cannot find module '.*-updated\.ts'/m);
    expect(described).toMatch(/^src\/events\/types\/.*-updated\.ts.*notifyPaymentMethodUpdated/m);
    expect([switched, shown]).toEqual(['', '']);
    for (const edit of edits.filter(({ path }) => !code.includes(path))) make(edit);
  });

  it('doesn’t compile with an incomplete description', { timeout: 60_000 }, () => {
    const { path, text } = edits.find(({ isNew }) => isNew) as Edit;
    const parts = [...text.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
    expect(parts.length).toBeGreaterThan(9);
    const without = parts.map((name) => {
      const part = new RegExp(`^ {2}${name}:.*?(?=^ {2}\\w+:|^\\}\\);)`, 'ms');
      const other = path.replace('.ts', `-without-${name}.ts`);
      writeFileSync(join(copy, other), text.replace(part, ''));
      return other;
    });
    const errors = errorsOf(without);
    expect(without.filter((name) => !errors.includes(name))).toEqual([]);
  });
});

function copySources(): void {
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
  for (const path of ['package.json', 'tsconfig.json', ...paths]) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** The compiler's errors for the copy, starting with these files; nothing if it compiles. */
function errorsOf(files: readonly string[]): string {
  // What earlier steps have checked isn't checked again, unless it depends on a change.
  const compilerOptions = { incremental: true, tsBuildInfoFile: 'part.tsbuildinfo' };
  const config = { extends: './tsconfig.json', compilerOptions, include: [], files };
  writeFileSync(join(copy, 'part.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [compiler, '-p', 'part.json', '--pretty', 'false'];
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' }).stdout;
}

function make({ path, isNew, text }: Edit): void {
  const file = join(copy, path);
  writeFileSync(file, isNew ? text : patched(path, readFileSync(file, 'utf8'), text));
}

/** The text after applying a diff, each of whose lines must occur in it exactly once. */
function patched(path: string, text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  const side = (mark: string) =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  const [before, ...more] = text.split(side('+'));
  expect([path, more.length]).toEqual([path, 1]);
  return `${before}${side('-')}${more[0]}`;
}
