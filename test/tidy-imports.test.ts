import { expect, it } from 'vitest';
import { findRings, importsAmong, readSources } from './support/source-files.ts';

it('has no import cycles, type imports included', () => {
  const sources = readSources(['src', 'web', 'bench']);
  expect(sources.size).toBeGreaterThan(800);
  expect(findRings(importsAmong(sources))).toEqual([]);
});

it('finds indirect cycles, and none where two paths merely meet', () => {
  const imports = (lines: string) =>
    new Map(lines.split(' ').map((line) => [line[0] as string, [...line.slice(1)]]));
  expect(findRings(imports('ab bc ca d'))).toEqual([['a', 'b', 'c']]);
  expect(findRings(imports('abc bd cd d'))).toEqual([]);
  expect(findRings(imports('ab ba cd dc'))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});
