import { describe, expect, it } from 'vitest';
import { changesBetween } from './conflict.ts';

describe('a conflict', () => {
  it('shows both values of strings, numbers and booleans, and only the label of others', () => {
    const begun = { name: 'A', note: '', days: 3, isOn: true, prices: { USD: '1' }, same: 'x' };
    const typed = { ...begun, name: 'Mine', prices: { USD: '2' } };
    const latest = {
      name: 'B',
      note: 'n',
      days: 1000,
      isOn: false,
      prices: { EUR: '1' },
      same: 'x',
    };
    expect(changesBetween(begun, typed, latest, { name: 'Name' })).toEqual([
      { label: 'Name', isMine: true, values: { here: '“Mine”', theirs: '“B”' } },
      { label: 'note', isMine: false, values: { here: 'empty', theirs: '“n”' } },
      { label: 'days', isMine: false, values: { here: '3', theirs: '1,000' } },
      { label: 'isOn', isMine: false, values: { here: 'on', theirs: 'off' } },
      { label: 'prices', isMine: true, values: null },
    ]);
  });
});
