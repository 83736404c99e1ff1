import { describe, expect, it } from 'vitest';
import { readQuery, withoutParameter } from './read-query.ts';

describe('a query string', () => {
  it('is read up to fifty parameters', () => {
    const read = readQuery(Array.from({ length: 5_000 }, (_, at) => `p${at}=%e2`).join('&'));
    expect(Object.keys(read)).toHaveLength(50);
  });

  it('gives a list for a repeated parameter, and spaces for plus signs', () => {
    expect({ ...readQuery('a=1&a=2&b=x+%C3%A9&c') }).toEqual({ a: ['1', '2'], b: 'x é', c: '' });
    expect(readQuery('__proto__=1').polluted).toBeUndefined();
  });

  it('loses one parameter, and is otherwise left as it was sent', () => {
    const query = 'language=de&before=ORD_1&languages=1&%zz=%e2&language';
    expect(withoutParameter(query, 'language')).toBe('before=ORD_1&languages=1&%zz=%e2');
    expect(withoutParameter('', 'language')).toBe('');
  });
});
