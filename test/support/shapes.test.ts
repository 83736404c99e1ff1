import { describe, expect, it } from 'vitest';
import { mapOf, misfits, nullable, optional, type Shape } from './shapes.ts';

describe('shapes', () => {
  it.each<[string, Shape, unknown, string[]]>([
    [
      'a string where a number is read',
      { at: 'number' },
      { at: '1' },
      ['$.at: string, not number'],
    ],
    ['a fraction where an integer is read', 'integer', 1.5, ['$: number, not integer']],
    [
      'null where a value is read',
      { name: 'string' },
      { name: null },
      ['$.name: null, not string'],
    ],
    ['an absent field', { name: 'string' }, {}, ['$.name: absent, not string']],
    [
      'an absent field that may be null',
      { a: nullable('string') },
      {},
      ['$.a: absent, not string'],
    ],
    [
      'a field in a list',
      [{ id: 'string' }],
      [{ id: 'a' }, { id: 2 }],
      ['$[1].id: number, not string'],
    ],
    ['an object where a list is read', ['string'], {}, ['$: object, not list']],
    ['a list where an object is read', { id: 'string' }, [], ['$: list, not object']],
    ['a value in a map', mapOf('string'), { pages: 120 }, ['$.pages: number, not string']],
    ['null where a map is read', mapOf('string'), null, ['$: null, not object']],
  ])('find %s', (_, shape, value, expected) => {
    expect(misfits(shape, value)).toEqual(expected);
  });

  it.each<[string, Shape, unknown]>([
    ['null where it may be', { a: nullable('string') }, { a: null }],
    ['an absent field where it may be', { a: optional({ b: 'integer' }) }, {}],
    ['a field that the client does not know', { a: 'boolean' }, { a: true, b: 1 }],
    ['an integer where a number is read', 'number', 3],
    ['an empty list', [{ id: 'string' }], []],
  ])('take %s', (_, shape, value) => {
    expect(misfits(shape, value)).toEqual([]);
  });
});
