import { expect, it } from 'vitest';
import { probeTable } from '../../test/support/safety-probe.ts';
import { findMinorAges } from './ages.ts';
import { foldText } from './folds.ts';

const ages = (text: string) => findMinorAges(foldText(text, probeTable).text).length;

it.each([
  '12 years old',
  '12-year-old',
  'seventeen year old',
  '9yo',
  '9 y/o',
  'aged 15',
  'age: 15',
  '6 months old',
  '１２歳',
  '十二歳',
  '15才',
  '十五岁',
  '7 さい',
])('takes %s for a minor', (text) => {
  expect(ages(text)).toBeGreaterThan(0);
});

it.each([
  '25 years old',
  'thirty-year-old',
  'aged 40',
  '18yo',
  '二十歳',
  '三十五岁',
  'a house of 12 rooms',
  'aged oak',
  'year 12',
])('does not take %s for a minor', (text) => {
  expect(ages(text)).toBe(0);
});
