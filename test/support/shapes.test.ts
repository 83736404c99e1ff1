import { describe, expect, it } from 'vitest';
import { mapOf, misfits, nullable, optional, type Shape } from './shapes.ts';

describe('shapes', () => {
  it.each<[string, Shape, unknown, string[]]>([
    ['a string instead of a number', { at: 'number' }, { at: '1' }, ['$.at: string, not number']],
    ['a fraction instead of an integer', 'integer', 1.5, ['$: number, not integer']],
    ['null instead of a value', { name: 'string' }, { name: null }, ['$.name: null, not string']],
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
    ['an object instead of a list', ['string'], {}, ['$: object, not list']],
    ['a list instead of an object', { id: 'string' }, [], ['$: list, not object']],
    ['a value in a map', mapOf('string'), { pages: 120 }, ['$.pages: number, not string']],
    ['null instead of a map', mapOf('string'), null, ['$: null, not object']],
  ])('find %s', (_, shape, value, expected) => {
    expect(misfits(shape, value)).toEqual(expected);
  });

  it.each<[string, Shape, unknown]>([
    ['null if nullable', { a: nullable('string') }, { a: null }],
    ['an absent optional field', { a: optional({ b: 'integer' }) }, {}],
    ['an unknown field', { a: 'boolean' }, { a: true, b: 1 }],
    ['an integer instead of a number', 'number', 3],
    ['an empty list', [{ id: 'string' }], []],
  ])('take %s', (_, shape, value) => {
    expect(misfits(shape, value)).toEqual([]);
  });
});
