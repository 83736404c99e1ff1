import { describe, expect, it } from 'vitest';
import { errorTable } from './errors.ts';

const errors = errorTable('store', {
  first: [400, 'First'],
  second: [404, (got) => `Expected format: STO_xxx, got "${got}"`],
  third: [401, 'Third', 'gateway'],
});

describe('an error table', () => {
  it('has the position, status, layer and message of each row', () => {
    expect({ ...errors.first }).toMatchObject({
      code: 'first',
      status: 400,
      layer: 'store',
      order: 0,
    });
    expect({ ...errors.third }).toMatchObject({
      code: 'third',
      status: 401,
      layer: 'gateway',
      order: 2,
    });
    expect(errors.second.template).toBe('Expected format: STO_xxx, got "..."');
  });

  it('creates errors whose root cause is the row', () => {
    const error = errors.second('x');
    expect(error.status).toBe(404);
    expect(error.entries).toEqual([
      { message: 'Expected format: STO_xxx, got "x"', layer: 'store' },
    ]);
    expect(error.message).toBe('Expected format: STO_xxx, got "x"');
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(errors)).toBe(true);
  });
});
