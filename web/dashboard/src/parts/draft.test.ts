import { expect, it } from 'vitest';
import { arrive, type Draft, draftOf } from './draft.ts';

const type = (draft: Draft, typed: string): Draft => ({
  ...draft,
  typed,
  sent: [...draft.sent, typed],
});

it('keeps what was typed while an earlier change was on its way', () => {
  const typed = type(type(draftOf('1..2'), '3..2'), '3..4');
  const first = arrive(typed, '3..2');
  expect(first.typed).toBe('3..4');
  expect(arrive(first, '3..4')).toEqual(draftOf('3..4'));
});

it('forgets changes that a later one overtook', () => {
  const typed = type(type(draftOf('1..2'), '3..2'), '3..4');
  expect(arrive(typed, '3..4')).toEqual(draftOf('3..4'));
});

it('shows a value that was applied elsewhere, even one that was typed before', () => {
  const typed = arrive(type(draftOf('1..2'), '3..2'), '3..2');
  expect(arrive(typed, '1..2')).toEqual(draftOf('1..2'));
  expect(arrive(type(typed, '3..5'), '7..8')).toEqual(draftOf('7..8'));
});
