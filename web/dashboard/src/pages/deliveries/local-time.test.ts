import { expect, it } from 'vitest';
import { fromFieldText, toFieldText } from './local-time.ts';

it('round-trips a time through its field, to the minute', () => {
  const iso = '2026-03-29T00:30:00.000Z';
  expect(toFieldText(iso)).toMatch(/^2026-03-2[89]T\d\d:\d\d$/);
  expect(fromFieldText(toFieldText(iso))).toBe(iso);
});

it.each(['', 'yesterday', '2026-13-01T00:00'])('rejects %j as a time', (text) => {
  expect(fromFieldText(text)).toBeNull();
  expect(toFieldText(text)).toBe('');
});

it('keeps a partly typed year', () => {
  expect(toFieldText(fromFieldText('0026-03-01T10:00') ?? '')).toBe('0026-03-01T10:00');
});
