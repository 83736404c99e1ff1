import { expect, it } from 'vitest';
import { makeMove, type Step, sourcesOf } from './states.ts';

it('lists the states from which a machine can move to another', () => {
  const moves = [
    { from: 'open', to: 'paid' },
    { from: 'open', to: 'closed' },
    { from: 'paid', to: 'closed' },
  ];
  expect(sourcesOf(moves, 'closed')).toEqual(['open', 'paid']);
  expect(sourcesOf(moves, 'paid')).toEqual(['open']);
  expect(sourcesOf(moves, 'open')).toEqual([]);
});

it('makes a legal move once and records its cause’s events in order', async () => {
  const moves = [
    { from: 'open', to: 'paid', emits: ['sale.paid', 'sale.told'] },
    { from: 'open', to: 'paid', by: 'hand', emits: ['sale.given'] },
    { from: 'open', to: 'closed' },
  ];
  const make = async (step: Step<string>, rows: readonly number[] = [1]) => {
    const told: string[] = [];
    let changes = 0;
    const moved = await makeMove(moves, step, {
      change: async () => {
        changes += 1;
        return rows;
      },
      record: async (type) => {
        told.push(type);
      },
    });
    return { moved, told, changes };
  };
  const paid = { from: 'open', to: 'paid' };
  expect(await make(paid)).toEqual({ moved: [1], told: ['sale.paid', 'sale.told'], changes: 1 });
  expect((await make({ ...paid, by: 'hand' })).told).toEqual(['sale.given']);
  expect((await make({ from: 'open', to: 'closed' })).told).toEqual([]);
  // Another caller was faster.
  expect(await make(paid, [])).toEqual({ moved: [], told: [], changes: 1 });
  // Not in the table: nothing is attempted.
  expect(await make({ from: 'paid', to: 'open' })).toEqual({ moved: [], told: [], changes: 0 });
});
