import { describe, expect, it } from 'vitest';
import { countText, pageArguments, readPage } from './list-page.ts';

const rows = (count: number) => Array.from({ length: count }, (_, nth) => nth);

describe('a page of a list', () => {
  it('starts with the newest row, and an extra row means that there is another page', () => {
    const place = pageArguments({});
    expect(place.variables).toEqual({ orderBy: 'CREATED_AT_DESC', limit: 21 });
    expect(readPage(rows(21), place)).toMatchObject({ hasBefore: false, hasAfter: true });
    expect(readPage(rows(20), place)).toMatchObject({ hasAfter: false });
    expect(readPage(rows(21), place).rows).toHaveLength(20);
  });

  it('reads the previous page in reverse order', () => {
    const place = pageArguments({ before: 'X', sort: 'EMAIL_ASC', size: '50' });
    expect(place.variables).toEqual({ orderBy: 'EMAIL_DESC', limit: 51, after: 'X' });
    const page = readPage(rows(51), place);
    expect(page).toMatchObject({ hasBefore: true, hasAfter: true });
    expect(page.rows.slice(0, 2)).toEqual([49, 48]);
  });

  it('requests the last page as the first one in reverse order', () => {
    const place = pageArguments({ end: '1' });
    expect(place.variables).toEqual({ orderBy: 'CREATED_AT_ASC', limit: 21 });
    expect(readPage(rows(21), place)).toMatchObject({ hasBefore: true, hasAfter: false });
  });

  it('sorts by amount only within one currency', () => {
    expect(pageArguments({ sort: 'AMOUNT_ASC' }).forward.orderBy).toBe('CREATED_AT_DESC');
    const place = pageArguments({ sort: 'AMOUNT_ASC', currency: 'USD' });
    expect(place.forward.orderBy).toBe('AMOUNT_ASC');
    expect(pageArguments({ sort: 'SPENT_DESC' }).forward.orderBy).toBe('CREATED_AT_DESC');
  });
});

it('shows the count up to a maximum', () => {
  expect([1, 1036, 10_000, 10_001].map((count) => countText(count, 10_000))).toEqual([
    '1 entry',
    '1,036 entries',
    '10,000 entries',
    '10,000+ entries',
  ]);
});
