import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { fieldOf } from './use-action-form.ts';

const refusal = (message: string, status = 400) =>
  new ApiError(status, [{ message, layer: 'store' }], null);
const NAMES = ['name', 'email', 'prices'];

describe('fieldOf', () => {
  it.each([
    ['Missing required field: name', 'name'],
    ['Invalid email', 'email'],
    ['Prices must have at least one currency', 'prices'],
    ['Store names are unique', null],
  ])('assigns %j to the field %s', (message, field) => {
    expect(fieldOf(refusal(message), NAMES, {})).toBe(field);
  });

  it('prefers the form’s own mapping, and ignores other errors', () => {
    expect(fieldOf(refusal('Currency is odd'), NAMES, { currency: 'prices' })).toBe('prices');
    expect(fieldOf(refusal('Invalid email', 401), NAMES, {})).toBeNull();
    expect(fieldOf(new Error('name'), NAMES, {})).toBeNull();
  });
});
