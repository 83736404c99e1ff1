import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { actions } from '../../../src/actions.ts';
import type { ErrorRow } from '../../../src/contract/errors.ts';
import { applyEdit, type BrokenBuild, countOccurrences, LAST_INVARIANT } from './broken-build.ts';
import { BROKEN_BUILDS } from './broken-builds.ts';
import { PROJECT } from './project-copy.ts';
import { readResults } from './results.ts';
import { findTitles, isNamed } from './test-names.ts';

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

describe('the broken builds', () => {
  it('break every promise at least once', () => {
    const broken = new Set(BROKEN_BUILDS.flatMap(({ invariants }) => invariants));
    const every = Array.from({ length: LAST_INVARIANT }, (_, index) => index + 1);
    expect(every.filter((number) => !broken.has(number))).toEqual([]);
    expect([...broken].filter((number) => !every.includes(number))).toEqual([]);
  });

  it('have unique fault names', () => {
    const names = BROKEN_BUILDS.map(({ fault }) => fault);
    expect(new Set(names).size).toBe(names.length);
  });

  it('find the text that they change exactly once', () => {
    const rotten = BROKEN_BUILDS.flatMap(({ fault, edits }) =>
      edits
        .map((edit) => ({ fault, file: edit.file, found: countOccurrences(read(edit.file), edit) }))
        .filter(({ found }) => found !== 1),
    );
    expect(rotten).toEqual([]);
  });

  it('change something that can still be compiled', async () => {
    for (const build of BROKEN_BUILDS) {
      for (const [file, text] of brokenFiles(build)) {
        expect(text, build.fault).not.toBe(read(file));
        if (!/\.tsx?$/.test(file)) continue;
        await expect(transformWithOxc(text, file), build.fault).resolves.toBeDefined();
      }
    }
  });

  it('name existing test files', () => {
    const files = BROKEN_BUILDS.flatMap(({ caughtBy }) => caughtBy.map(({ file }) => file));
    expect([...new Set(files)].filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
    expect(BROKEN_BUILDS.filter(({ caughtBy }) => caughtBy.length === 0)).toEqual([]);
  });

  it('name existing tests of these files', () => {
    const catchers = BROKEN_BUILDS.flatMap(({ caughtBy }) => caughtBy);
    expect(catchers.filter(({ file, name }) => !isNamed(name, titlesOf(file)))).toEqual([]);
    expect(isNamed('a test that was renamed', titlesOf('test/gateway/http.test.ts'))).toBe(false);
  });

  it('were last run under the names that they have now (npm run broken-builds)', () => {
    const named = new Map(BROKEN_BUILDS.map(({ fault, caughtBy }) => [fault, caughtBy]));
    const outdated = readResults().filter(({ fault, tests }) => {
      return JSON.stringify(tests) !== JSON.stringify(named.get(fault));
    });
    expect(outdated.map(({ fault }) => fault)).toEqual([]);
  });
});

/** The files the build changes, by path. */
function brokenFiles({ edits }: BrokenBuild): Map<string, string> {
  const files = new Map<string, string>();
  for (const edit of edits) {
    files.set(edit.file, applyEdit(files.get(edit.file) ?? read(edit.file), edit));
  }
  return files;
}

/** The titles in the test file, those of error rows included. */
function titlesOf(file: string): string[] {
  const tested = actions.find(({ path }) => file === `src/domain/${path}.test.ts`);
  const rows = Object.values<ErrorRow>(tested?.errors ?? {});
  return [
    ...findTitles(read(file)),
    ...rows.map(({ status, template }) => `${status} ${template}`),
  ];
}
