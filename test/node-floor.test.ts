import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { engines } = JSON.parse(read('package.json'));
const { packages } = JSON.parse(read('package-lock.json'));
const [, section = ''] = read('docs/decisions/libraries.md').split('## Held back by Node.js');
const rows = [
  ...section.matchAll(/^\| (@?[\w./-]+)[^|]*\| (\w+) \| ([\d.]+) \| ([\d.]+) \|$/gm),
].map(([, name = '', now = '', next = '', node = '']) => ({ name, now, next, node }));

const versionOf = (name: string): string | null =>
  packages[`node_modules/${name}`]?.version ?? null;
const floor = Number(/^>=(\d+)/.exec(engines.node)?.[1]);

describe('the list of packages held back by the minimum Node.js version', () => {
  it('is about the current minimum version', () => {
    expect(section.startsWith(` ${floor}\n`)).toBe(true);
    expect(rows.length).toBeGreaterThan(5);
    for (const { name, node } of rows)
      expect([name, Number.parseInt(node, 10) > floor]).toEqual([name, true]);
  });

  it('lists nothing that has since become available', () => {
    const installed = rows.filter(({ name }) => versionOf(name) !== null);
    expect(installed.length).toBeGreaterThan(4);
    for (const { name, now } of installed)
      expect(versionOf(name)).toMatch(new RegExp(`^${now}\\.`));
  });
});
