import { expect, it } from 'vitest';
import { sourcesOf } from './states.ts';

it('gives the states from which a machine may go to another', () => {
  const moves = [
    { from: 'open', to: 'paid' },
    { from: 'open', to: 'closed' },
    { from: 'paid', to: 'closed' },
  ];
  expect(sourcesOf(moves, 'closed')).toEqual(['open', 'paid']);
  expect(sourcesOf(moves, 'paid')).toEqual(['open']);
  expect(sourcesOf(moves, 'open')).toEqual([]);
});
