import { expect, it } from 'vitest';
import { regionLine } from './region-line.ts';

it.each([
  ['US', 'California', '94105', 'California 94105'],
  ['CA', 'Ontario', 'K1A 0B1', 'Ontario K1A 0B1'],
  ['DE', 'Berlin', '10115', '10115 Berlin'],
  ['US', 'Texas', undefined, 'Texas'],
  ['CA', undefined, 'K1A 0B1', 'K1A 0B1'],
])('state and postal code in %s: %s %s', (country, state, postcode, line) => {
  expect(regionLine({ country, ...(state && { state }), ...(postcode && { postcode }) })).toBe(
    line,
  );
});
