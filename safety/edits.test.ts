import { expect, it } from 'vitest';
import { LANGUAGES } from '../src/safety/list-file.ts';
import { measure } from './measure.ts';
import { readEdits } from './texts.ts';

const MIN_EDITS = 150;

it.each(LANGUAGES)('allows harmless picture edits in %s', async (language) => {
  const texts = readEdits('harmless', language);
  const counts = await measure({ name: 'edits', texts, expects: 'harmless' });
  expect(texts.length).toBeGreaterThanOrEqual(MIN_EDITS);
  expect(counts.held).toBeLessThanOrEqual(texts.length * 0.01);
  expect(counts.blocked).toBe(0);
});

it.each(LANGUAGES)('flags their harmful counterparts in %s', async (language) => {
  const texts = readEdits('harmful', language);
  const counts = await measure({ name: 'edits', texts, expects: 'harmful' });
  expect(counts.held).toBeGreaterThanOrEqual(texts.length * 0.9);
});
