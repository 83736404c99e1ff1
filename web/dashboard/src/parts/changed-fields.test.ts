import { describe, expect, it } from 'vitest';
import { changedFields, differing, onTopOf } from './changed-fields.ts';

const begun = { id: 'PROD_1', name: 'A', prices: { EUR: { amount: '11.00' } }, note: '' };

describe('an edit', () => {
  it('sends the changed fields and the ID', () => {
    expect(changedFields(begun, { ...begun, note: 'New' })).toEqual({ id: 'PROD_1', note: 'New' });
    expect(changedFields(begun, { ...begun, prices: { EUR: { amount: '12.00' } } })).toEqual({
      id: 'PROD_1',
      prices: { EUR: { amount: '12.00' } },
    });
  });

  it('applies my changes on top of theirs, field by field', () => {
    const theirs = { ...begun, name: 'B', note: 'Theirs' };
    expect(differing(begun, theirs)).toEqual(['name', 'note']);
    expect(onTopOf(begun, { ...begun, note: 'Mine' }, theirs)).toEqual({
      ...begun,
      name: 'B',
      note: 'Mine',
    });
  });
});
