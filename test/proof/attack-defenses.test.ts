import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/service-process.ts';
import { ALLOWANCES } from './attack/allowances.ts';
import { SCENARIOS } from './attack/scenarios.ts';
import { DEFENSES } from './attack/undefended.ts';
import { countOccurrences } from './broken-builds/broken-build.ts';

const names = SCENARIOS.map(({ name }) => name).toSorted();

it('defines for every scenario what may get through, and how its defense is removed', () => {
  expect(Object.keys(ALLOWANCES).toSorted()).toEqual(names);
  expect(Object.keys(DEFENSES).toSorted()).toEqual(names);
});

it('has a row with the same name for every scenario in the threat model', () => {
  const page = readFileSync(join(root, 'docs/threat-model.md'), 'utf8');
  const [, table = ''] = page.split(/^\| Attack \| Merchant's p99.*\n/m);
  const [rows = ''] = table.split('\n\n');
  const listed = [...rows.matchAll(/^\| ([^|-][^|]*) \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(names);
});

it('finds each text that removes a defense exactly once', () => {
  const edits = Object.values(DEFENSES).flat();
  const rotten = edits.filter(
    (edit) => countOccurrences(readFileSync(join(root, edit.file), 'utf8'), edit) !== 1,
  );
  expect(rotten).toEqual([]);
});
